"""own_time.py ACKWARD FILE: how long one run takes, less what starting any process takes.

The processor's time is told beside the clock's: on a busy machine only it says something.
"""

import os
import resource
import statistics
import subprocess
import sys
import time

RUNS = 60


def medians(command):
    clock, processor = [], []
    for _ in range(RUNS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        start = time.perf_counter()
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        clock.append((time.perf_counter() - start) * 1000)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        processor.append((after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1000)
    return statistics.median(clock), statistics.median(processor)


ackward, file = sys.argv[1:]
(whole, whole_cpu), (start, start_cpu) = medians([ackward, "check", file]), medians(["true"])
print(f"  ackward's own time      {whole - start:.1f} ms by the clock, {whole_cpu - start_cpu:.1f} ms of the processor")
print(f"  (less {start:.1f} and {start_cpu:.1f} ms for a process that does nothing; medians of {RUNS}; load {os.getloadavg()[0]:.1f})")
