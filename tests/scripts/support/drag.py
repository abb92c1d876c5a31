"""Drags files from a window of another program onto the sandbox, with the mouse: the source's side of XDND, version 5
(freedesktop.org, "Drag-and-Drop Protocol for the X Window System")."""

import pathlib
import time

from Xlib import X, Xatom, display
from Xlib.protocol import event

from support.desk import PATIENCE

VERSION = 5
SIZE = 24  # [pixels], of the source's window


class Drag:
    """A small window in the corner of the desk's screen; what is dragged out of it are files. A context manager."""

    def __init__(self, desk, *paths):
        self.desk = desk
        self.list = "".join(pathlib.Path(path).as_uri() + "\r\n" for path in paths).encode("ascii")
        self.display = display.Display(desk.environment["DISPLAY"])
        self.root = self.display.screen().root
        mask = X.ButtonPressMask | X.ButtonReleaseMask | X.ButtonMotionMask
        self.window = self.root.create_window(0, 0, SIZE, SIZE, 0, X.CopyFromParent, override_redirect=True,
                                              background_pixel=0x808080, event_mask=mask)
        self.target = None

    def __enter__(self):
        self.window.map()
        self.display.sync()
        self.desk.press(SIZE / 2, SIZE / 2)  # from here to the release, the X server reports the mouse to the source
        self.pressed = self.await_event(lambda e: e.type == X.ButtonPress, "the press")
        self.window.set_selection_owner(self.atom("XdndSelection"), self.pressed.time)
        return self

    def __exit__(self, *_):
        self.display.close()

    def over(self, x, y):
        """Moves there. True if the target would take what is dragged."""
        self.desk.point(x, y)
        moved = self.await_event(lambda e: e.type == X.MotionNotify, "the mouse to move")
        if self.target is None:
            self.enter(self.root.query_pointer().child)
        place = moved.root_x << 16 | moved.root_y
        self.tell("XdndPosition", 0, place, moved.time, self.atom("XdndActionCopy"))
        return bool(self.answer("XdndStatus").data[1][1] & 1)

    def drop(self):
        """Lets go. True if the target says that it took what was dragged."""
        self.desk.button(1, X.ButtonRelease)
        released = self.await_event(lambda e: e.type == X.ButtonRelease, "the release")
        self.tell("XdndDrop", 0, released.time)
        # Bit 0 should say so, but GLFW 3.3 puts the number of bytes there.
        taken = self.answer("XdndFinished").data[1][1] != 0
        self.window.unmap()
        self.display.sync()
        self.desk.settle()
        return taken

    def enter(self, target):
        aware = target.get_full_property(self.atom("XdndAware"), Xatom.ATOM)
        assert aware and aware.value[0] >= VERSION, f"no place to drop: {target}"
        self.target = target
        self.tell("XdndEnter", VERSION << 24, self.atom("text/uri-list"), self.atom("text/plain"))

    def atom(self, name):
        return self.display.intern_atom(name)

    def tell(self, what, *words):
        data = [self.window.id, *words, 0, 0, 0, 0][:5]
        self.target.send_event(event.ClientMessage(window=self.target, client_type=self.atom(what), data=(32, data)))
        self.display.flush()

    def answer(self, what):
        return self.await_event(lambda e: e.type == X.ClientMessage and e.client_type == self.atom(what), what)

    def await_event(self, wanted, what):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            while self.display.pending_events():
                arrived = self.display.next_event()
                if arrived.type == X.SelectionRequest:
                    self.hand_over(arrived)
                if wanted(arrived):
                    return arrived
            time.sleep(0.01)
        raise AssertionError(f"waited in vain for {what}")

    def hand_over(self, request):
        assert request.target == self.atom("text/uri-list"), self.display.get_atom_name(request.target)
        request.requestor.change_property(request.property, request.target, 8, self.list)
        notice = event.SelectionNotify(time=request.time, requestor=request.requestor, selection=request.selection,
                                       target=request.target, property=request.property)
        request.requestor.send_event(notice)
        self.display.flush()
