"""A product behind commandSystem: a JSON object a line on standard input, one with the same id on standard output.

Run by the suite:  commandSystem({ command: 'python3', args: ['docs/examples/command_system.py'] })
By hand:           echo '{"id": 1, "question": "When is the fee due?"}' | python3 command_system.py
"""

import json
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

from product import answer

sys.stdin.reconfigure(encoding="utf-8")
replies = sys.stdout
replies.reconfigure(encoding="utf-8")
sys.stdout = sys.stderr  # What a library prints must not come between the replies.
writing = threading.Lock()


def handle(line):
    request = json.loads(line)
    try:
        reply = {"id": request["id"], **answer(request["question"])}
    except Exception as error:  # One question that fails is no reason to end.
        reply = {"id": request["id"], "error": f"{type(error).__name__}: {error}"}
    with writing:
        print(json.dumps(reply), file=replies, flush=True)


# A product that is not safe for threads calls `handle(line)` in the loop instead.
with ThreadPoolExecutor(max_workers=8) as pool:
    for line in sys.stdin:
        pool.submit(handle, line)
