"""The blocks of a body as a graph: which come next, which are heads of loops, which lead to no end."""

from mirproof.mir import Body


def is_lost(body: Body, number: int) -> bool:
    """Return whether no way leads from a block to the end of the body: it panics, or cannot be reached."""
    ends = (body.blocks[each].end for each in reached_from(body, number))
    return not any(end is not None and end.kind == "return" for end in ends)


def back_edges(body: Body, number: int) -> list[int]:
    """The blocks that a block leads to and that lie before it on every path: depth first, from the first block."""
    cache = body.__dict__.setdefault("_back_edges", {})
    if not cache:
        found: dict[int, list[int]] = {each: [] for each in body.blocks}
        entered, left, path = {0}, set(), [(0, iter(successors(body, 0)))]
        while path:
            at, following = path[-1]
            for each in following:
                if each in entered and each not in left:
                    found[at].append(each)
                elif each not in entered:
                    entered.add(each)
                    path.append((each, iter(successors(body, each))))
                    break
            else:
                left.add(at)
                path.pop()
        cache.update(found)
    return cache[number]  # type: ignore[no-any-return]


def successors(body: Body, number: int) -> list[int]:
    end = body.blocks[number].end
    return [target for _, target in end.targets] if end else []


def written_from(body: Body, head: int) -> set[int]:
    """The locals that a loop may write: those written in blocks from which its head is reached again."""
    inside = {head}
    grown = True
    while grown:
        more = {number for number in body.blocks if number not in inside and inside & set(successors(body, number))}
        more &= reached_from(body, head)
        grown = bool(more)
        inside |= more
    locals_ = set()
    for number in inside:
        block = body.blocks[number]
        locals_ |= {statement.target.local for statement in block.statements}
        if block.end is not None and block.end.target is not None and block.end.kind == "call":
            locals_.add(block.end.target.local)
    return locals_


def reached_from(body: Body, head: int) -> set[int]:
    found, waiting = {head}, [head]
    while waiting:
        for each in successors(body, waiting.pop()):
            if each not in found:
                found.add(each)
                waiting.append(each)
    return found
