"""Keeps codes in step with the products of a shop: run it every night. It makes codes for new products, changes those that differ, and
archives those whose products are gone. Break it off whenever you like: the next run goes on where it was.

    API=https://api.example.com KEY=qr_live_… python3 nightly_sync.py products.json [--dry-run] [--force] [--batch 100]
"""

import argparse, http.client, json, os, random, sys, time, urllib.error, urllib.parse, urllib.request

# Marks the codes that this program looks after. It touches no others.
SOURCE = "shop"

# What becomes of a code whose product is gone. A print of it leads on: add "paused": True here, and "paused": False below, to stop that.
GONE = {"archived": True}

# More than a fifth of the codes gone in one night: then the file is rather incomplete.
MAX_SHARE_GONE = 0.2


def to_code(product):
    """The code of a product: this is yours to change. What you leave out is never changed, so people may edit it in the dashboard."""
    return {
        "external_id": product["sku"],
        "target": product["url"],
        "dynamic": True,
        "title": product["name"],
        "archived": False,
        "metadata": {"source": SOURCE},
    }


def call(method, path, body=None, retries=4):
    """The JSON of the response. Tries again after 429 and 503 and without a response: nothing here does harm when it is done twice."""
    for attempt in range(retries + 1):
        request = urllib.request.Request(
            os.environ["API"] + path,
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": f"Bearer {os.environ['KEY']}", "Content-Type": "application/json"},
        )
        wait = random.uniform(0.5, 1) * 0.25 * 2**attempt
        try:
            with urllib.request.urlopen(request, timeout=30) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            if error.code not in (429, 503) or attempt == retries:
                sys.exit(f"{method} {path}: {error.code} {error.read().decode()}")
            asked = error.headers.get("Retry-After", "")
            wait = float(asked) + random.random() if asked.isdigit() else wait
        except (OSError, http.client.HTTPException, json.JSONDecodeError) as error:
            if attempt == retries:
                sys.exit(f"{method} {path}: no response ({error}). Run it again: what is done stays done.")
        time.sleep(wait)


def read_known():
    """The codes of SOURCE that are there, by external id."""
    query = {"metadata[source]": SOURCE, "archived": "any", "limit": "100"}
    known = {}
    while True:
        page = call("GET", "/v1/qr?" + urllib.parse.urlencode(query))
        known.update((code["external_id"], code) for code in page["data"] if code["external_id"] is not None)
        if page["next_cursor"] is None:
            return known
        query["cursor"] = page["next_cursor"]


def list_differences(code, before):
    """The fields that were sent and are not so yet. Metadata is merged: keys of others stay."""

    def is_same(field, value):
        if field == "metadata":
            return all(before["metadata"].get(key) == text for key, text in value.items())
        return before.get(field) == value

    return [field for field, value in code.items() if not is_same(field, value)]


def call_in_batches(items, size, send):
    """Sends all items, and again those that the plan does not allow now. Gives the reasons why others were refused."""
    refused = []
    while items:
        batch, items = items[:size], items[size:]
        later = []
        for item, result in zip(batch, send(batch)["data"], strict=True):
            error = result.get("error")
            if error and error["code"] == "rate_limited":
                later.append(item)
            elif error:
                refused.append(f"{json.dumps(item)}: {error['message']}")
        items = later + items
        if later:
            time.sleep(60)
    return refused


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("file")
    parser.add_argument("--dry-run", action="store_true")
    parser.add_argument("--force", action="store_true")
    parser.add_argument("--batch", type=int, default=100)
    options = parser.parse_args()

    with open(options.file, encoding="utf-8") as file:
        products = json.load(file)
    wanted = {product["sku"]: to_code(product) for product in products}
    if len(wanted) < len(products):
        sys.exit(f"{options.file} has two products with one sku.")
    known = read_known()

    # Only what differs is sent, because each code counts as a request. Where this compares too strictly, the service finds nothing to change.
    to_send = []
    for external_id, code in wanted.items():
        before = known.get(external_id)
        fields = list_differences(code, before) if before else []
        if before and not fields:
            continue
        to_send.append(code)
        print(f"~ {external_id}: {', '.join(fields)}" if before else f"+ {external_id}")
    active = [external_id for external_id, code in known.items() if not code["archived"]]
    gone = [external_id for external_id in active if external_id not in wanted]
    for external_id in gone:
        print(f"- {external_id}")

    added = sum(code["external_id"] not in known for code in to_send)
    print(f"{added} new, {len(to_send) - added} changed, {len(gone)} gone, {len(wanted) - len(to_send)} as they were")
    if len(gone) > len(active) * MAX_SHARE_GONE and not options.force:
        sys.exit(f"{len(gone)} of {len(active)} products are gone. If that is right, add --force.")
    if options.dry_run:
        return
    refused = call_in_batches(to_send, options.batch, lambda codes: call("PUT", "/v1/qr/bulk", {"codes": codes}))
    refused += call_in_batches(
        gone, options.batch, lambda ids: call("PATCH", "/v1/qr/bulk", {"external_ids": ids, "set": GONE})
    )
    if refused:
        sys.exit("\n".join(refused))


main()
