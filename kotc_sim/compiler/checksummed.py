"""Files of our own with a checksum: damage is seen, whatever it hits, before anything in it is used.

A flipped bit in machine code ends the process, one in a remembered price changes a result, and one in compressed counts raises one of a
dozen exceptions. What is kept on disk and can be made again has this form: 16 bytes of BLAKE2b, then the content.
"""

import hashlib
import sys
from pathlib import Path

_SIZE = 16


def add_checksum(content: bytes) -> bytes:
    """Return the content with its checksum in front."""
    return _checksum(content) + content


def read_checksummed(path: Path) -> bytes | None:
    """Return the content of such a file; None if there is none, or it is damaged: then it is named on the error stream, and removed."""
    try:
        data = path.read_bytes()
    except OSError:
        return None
    if data[:_SIZE] == _checksum(data[_SIZE:]):
        return data[_SIZE:]
    remove_damaged(path)
    return None


def remove_damaged(path: Path) -> None:
    """Remove a damaged file that can be made again, and say so."""
    print(f"warning: {str(path)!r} is damaged; it is removed and made again", file=sys.stderr)
    try:
        path.unlink(missing_ok=True)
    except OSError:
        return  # on a disk that cannot be written it will be named again


def _checksum(content: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=_SIZE).digest()
