#!/usr/bin/env python3
"""Translates a list of texts with nothing but Python's standard library: translate.py FROM TO TEXT [TEXT …]

INTERLINEAR_URL is the service's address, INTERLINEAR_API_KEY a key made with `interlinear keys create`.
"""
import json
import os
import sys
import time
import urllib.error
import urllib.request

BASE = os.environ.get("INTERLINEAR_URL", "http://127.0.0.1:4717")
# The service is on this machine: a proxy from the environment must not get in between.
OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def call(method, path, body=None):
    """The `data` of the answer; a refusal becomes an exception with its explanation."""
    request = urllib.request.Request(
        BASE + path,
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={
            "Authorization": "Bearer " + os.environ["INTERLINEAR_API_KEY"],
            "Content-Type": "application/json",
        },
    )
    try:
        with OPENER.open(request) as answer:
            return json.load(answer)["data"]
    except urllib.error.HTTPError as error:
        problem = json.load(error)
        raise SystemExit(f"{problem['code']}: {problem['detail']}")


def translate(source, target, texts):
    segments = [{"id": str(i), "text": text} for i, text in enumerate(texts)]
    job = call("POST", "/v1/translate/batch", {"from": source, "to": target, "segments": segments})
    while True:
        job = call("GET", "/v1/translate/batch/" + job["id"])
        if job["status"] != "running":
            break
        time.sleep(2)
    if job["status"] != "done":
        raise SystemExit(job.get("error", {}).get("message", job["status"]))
    return [segment["translated_text"] for segment in job["segments"]]


if __name__ == "__main__":
    for line in translate(sys.argv[1], sys.argv[2], sys.argv[3:]):
        print(line)
