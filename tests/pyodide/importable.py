"""Tells which of some modules cannot be imported, and why: ``importable.py MODULE…``."""

import importlib
import json
import sys

faults = {}
for name in sys.argv[1:]:
    try:
        importlib.import_module(name)
    except Exception as error:  # noqa: BLE001 - all are told
        faults[name] = str(error)
print(json.dumps(faults))
