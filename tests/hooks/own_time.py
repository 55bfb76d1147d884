"""own_time.py ACKWARD FILE: how long one run takes, less what starting any process takes."""

import statistics
import subprocess
import sys
import time

RUNS = 60


def median(command):
    times = []
    for _ in range(RUNS):
        start = time.perf_counter()
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        times.append((time.perf_counter() - start) * 1000)
    return statistics.median(times)


ackward, file = sys.argv[1:]
whole, start = median([ackward, "check", file]), median(["true"])
print(f"  ackward's own time      {whole - start:.1f} ms ({whole:.1f} ms less {start:.1f} ms for a process that does nothing; median of {RUNS})")
