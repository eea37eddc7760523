"""As much of a WebSocket client (RFC 6455) as WebDriver BiDi needs."""

from __future__ import annotations

import base64
import os
import socket
import struct

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


class WebSocket:
    """A connection that sends and receives texts."""

    def __init__(self, host: str, port: int, path: str, timeout: float) -> None:
        """
        Connects.

        :raises OSError: if nobody listens there, or it is no WebSocket.
        """
        self._socket = socket.create_connection((host, port), timeout=timeout)
        self._stream = self._socket.makefile("rb")
        key = base64.b64encode(os.urandom(16)).decode()
        self._socket.sendall(
            f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        status = self._stream.readline()
        while self._stream.readline().strip():
            pass
        if b" 101 " not in status:
            self.close()
            raise ConnectionError(f"no WebSocket: {status.decode().strip()}")

    def send(self, text: str) -> None:
        """Sends a text."""
        self._send(TEXT, text.encode())

    def receive(self) -> str:
        """
        Waits for the next text.

        :raises TimeoutError: if none comes in time.
        :raises ConnectionError: if the other side has closed.
        """
        parts: list[bytes] = []
        while True:
            head, size = self._read(2)
            if size == 126:
                (size,) = struct.unpack("!H", self._read(2))
            elif size == 127:
                (size,) = struct.unpack("!Q", self._read(8))
            payload, code = self._read(size), head & 15
            if code == CLOSE:
                raise ConnectionError("closed by the other side")
            if code == PING:
                self._send(PONG, payload)
            if code >= CLOSE:
                continue
            parts.append(payload)
            if head & 128:
                return b"".join(parts).decode()

    def close(self) -> None:
        """Hangs up."""
        self._stream.close()
        self._socket.close()

    def _send(self, code: int, payload: bytes) -> None:
        size, mask = len(payload), os.urandom(4)
        if size < 126:
            head = bytes([128 | code, 128 | size])
        elif size < 1 << 16:
            head = struct.pack("!BBH", 128 | code, 128 | 126, size)
        else:
            head = struct.pack("!BBQ", 128 | code, 128 | 127, size)
        keys = (mask * (size // 4 + 1))[:size]
        masked = (int.from_bytes(payload, "big") ^ int.from_bytes(keys, "big")).to_bytes(size, "big")
        self._socket.sendall(head + mask + masked)

    def _read(self, size: int) -> bytes:
        data = self._stream.read(size)
        if len(data) < size:
            raise ConnectionError("the connection was lost")
        return data
