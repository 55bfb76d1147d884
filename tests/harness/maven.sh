# Maven for the programs of the tests; to be sourced.

# Without the escapes for colours that Maven writes into a pipe, too.
plain() { sed $'s/\e\\[[0-9;]*m//g' >&2; }

# Runs a Maven command; tries again after a time-out, since what was fetched stays fetched.
maven() {
  for try in 1 2 3 4; do
    if timeout 900 mvn -q -B -ntp "$@" 2>&1 | plain; then return 0; fi
    echo "maven failed (attempt $try)" >&2
    sleep $((try * 5))
  done
  return 1
}
