"""A tiny product to try the adapters with: it answers from three passages of a law, quotes and cites them, or refuses.

Python 3, standard library only. Put your own `answer` in its place.
"""

import math
import re

PASSAGES = [
    {
        "id": "mooring-act-4",
        "document": "mooring-act-2030",
        "title": "Mooring Act 2030",
        "section": "4",
        "text": "The harbour master may end a mooring licence by written notice of six weeks. "
        "In winter, from November to February, the notice is ten weeks.",
    },
    {
        "id": "mooring-act-9",
        "document": "mooring-act-2030",
        "title": "Mooring Act 2030",
        "section": "9",
        "text": "The fee is due on the first day of each quarter. "
        "Whoever pays more than 30 days late owes a surcharge of five per cent.",
    },
    {
        "id": "2031-hc-12-p7",
        "document": "2031-hc-12",
        "title": "Quay Holdings v Arden",
        "citation": "[2031] HC 12",
        "section": "7",
        "text": "A notice sent by e-mail alone is not written notice within section 4.",
    },
]

STOP = set("a an and are at by do does for from how i in is it long must my of on or that the to what when which who".split())
FLOOR = 2.0


def terms(text):
    """The distinct words that say something; a plural counts as its singular."""
    words = re.findall(r"[a-z0-9]+(?:-[a-z0-9]+)?", text.lower())
    return {word[:-1] if len(word) > 3 and word.endswith("s") else word for word in words if word not in STOP}


def score(query, text):
    """Sums how rare the common words are among all passages."""
    known = [terms(passage["text"] + " " + passage["title"]) for passage in PASSAGES]
    return sum(math.log(1 + len(known) / sum(word in one for one in known)) for word in terms(query) & terms(text))


def retrieve(question, k=2):
    """The best passages, each with its score; none that shares no word with the question."""
    scored = [{**one, "score": score(question, one["text"] + " " + one["title"])} for one in PASSAGES]
    return sorted((one for one in scored if one["score"] > 0), key=lambda one: -one["score"])[:k]


def answer(question):
    """What a system returns: an answer, the passages behind it and what it cites; or a refusal, with what was found."""
    passages = retrieve(question)
    if not passages or passages[0]["score"] < FLOOR:
        return {"answer": "The documents that I have do not answer this.", "passages": passages, "citations": [], "refused": True}
    best = passages[0]
    sentence = max(re.split(r"(?<=\.)\s+", best["text"]), key=lambda one: score(question, one))
    source = {key: best[key] for key in ("title", "citation", "section", "id") if key in best}
    return {"answer": sentence, "passages": passages, "citations": [source], "refused": False}
