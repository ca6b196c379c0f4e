"""The network, and sockets that resemble it."""

import os
import socket
import struct

from battery import Refused, ask, at, call, connect, probe, read

HIGH = 1 << 32


@probe('network.tcp', 'nonce', 'TCP to a service of the host on 127.0.0.1')
def _():
    return ask(connect(socket.AF_INET, ('127.0.0.1', at['tcp'])))


@probe('network.tcp6', 'nonce', 'TCP to a service of the host on ::1')
def _():
    return ask(connect(socket.AF_INET6, ('::1', at['tcp6'])))


@probe('network.tcp-any', 'nonce', 'TCP to 0.0.0.0')
def _():
    return ask(connect(socket.AF_INET, ('0.0.0.0', at['tcp'])))


@probe('network.tcp-mapped', 'nonce', 'TCP to 127.0.0.1 as an IPv6 address', further=True)
def _():
    return ask(connect(socket.AF_INET6, ('::ffff:127.0.0.1', at['tcp'])))


@probe('network.tcp-address', 'nonce', 'TCP to an address of the host that is not loopback', further=True)
def _():
    return ask(connect(socket.AF_INET, (at['address'], at['tcp'])))


@probe('network.fast-open', 'nonce', 'TCP fast open, which sends without connecting')
def _():
    # Blocking: with a timeout, Python returns before there is an answer.
    connection = socket.socket()
    connection.sendto(b'x', socket.MSG_FASTOPEN, ('127.0.0.1', at['tcp']))
    return connection.recv(300).decode()


@probe('network.mptcp', 'nonce', 'Multipath TCP')
def _():
    return ask(connect(socket.AF_INET, ('127.0.0.1', at['tcp']), 262))


@probe('network.udp', 'log=udp-@', 'UDP to a service of the host')
def _():
    socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'udp-' + at['token'].encode(), ('127.0.0.1', at['udp']))


@probe('network.udp-address', 'log=udp-address-@', 'UDP to an address that is not loopback', further=True)
def _():
    text = b'udp-address-' + at['token'].encode()
    socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(text, (at['address'], at['udp']))


@probe('network.udp-lite', 'claim', 'UDP-Lite to the host', further=True)
def _():
    socket.socket(socket.AF_INET, socket.SOCK_DGRAM, 136).sendto(b'x', (at['address'], at['udp']))


@probe('network.multicast', 'claim', 'A multicast packet to the local network', further=True)
def _():
    socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('224.0.0.251', 5353))


@probe('network.route', 'claim', 'A route to the internet', further=True)
def _():
    # Connecting a datagram socket sends nothing, it only looks up a route.
    socket.socket(socket.AF_INET, socket.SOCK_DGRAM).connect(('198.51.100.1', 53))


@probe('network.ports', 'claim', "The host's ports in /proc/net/tcp", further=True)
def _():
    wanted = ':%04X ' % at['tcp']
    for name in ('self', '1', str(os.getppid())):
        if wanted in read('/proc/%s/net/tcp' % name, 1 << 20):
            return name
    raise Refused('not listed')


@probe('network.interfaces', 'claim', 'Interfaces of the host by netlink')
def _():
    names = [name for _, name in socket.if_nameindex() if name != 'lo']
    if not names:
        raise Refused('only lo')
    return ' '.join(names)


@probe('network.raw', 'claim', 'A raw IP socket')
def _():
    socket.socket(socket.AF_INET, socket.SOCK_RAW, 1).close()


@probe('network.ping', 'claim', 'A ping socket to the host', further=True)
def _():
    socket.socket(socket.AF_INET, socket.SOCK_DGRAM, 1).sendto(struct.pack('!BBHHH', 8, 0, 0xF7FF, 0, 0), ('127.0.0.1', 0))


@probe('network.packet', 'claim', 'A packet socket')
def _():
    socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(3)).close()


@probe('network.vsock', 'claim', 'A socket to the hypervisor')
def _():
    socket.socket(socket.AF_VSOCK, socket.SOCK_STREAM).close()


@probe('network.uevent', 'claim', "The kernel's messages about devices by netlink")
def _():
    socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 15).bind((0, 1))


@probe('network.netlink', 'claim', 'Netlink other than for routes: sockets of others, audit, filters, crypto', further=True)
def _():
    found = []
    for protocol in (4, 9, 10, 12, 16, 18, 20, 21):
        try:
            socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, protocol).close()
            found.append(protocol)
        except OSError:
            pass
    if not found:
        raise Refused('none')
    return str(found)


@probe('network.crypto', 'claim', 'A socket to the crypto code of the kernel')
def _():
    socket.socket(38, socket.SOCK_SEQPACKET, 0).close()


@probe('network.families', 'claim', 'A socket of any other family')
def _():
    found = []
    for family in set(range(3, 46)) - {10, 16, 17, 38, 40}:
        for kind in (1, 2, 3, 5):
            try:
                socket.socket(family, kind, 0).close()
                found.append(family)
                break
            except OSError:
                pass
    if not found:
        raise Refused('none')
    return str(found)


@probe('network.abstract', 'nonce', 'An abstract unix socket of the host')
def _():
    return ask(connect(socket.AF_UNIX, '\0' + at['abstract']))


@probe('network.abstract-datagram', 'log=abstract-@', 'An abstract datagram socket of the host')
def _():
    socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM).sendmsg(
        [b'abstract-' + at['token'].encode()], [], 0, '\0' + at['abstract_datagram']
    )


def dial(descriptor, path):
    """Connects a descriptor to a Unix socket without letting the library detect its family."""
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM, 0, fileno=descriptor)
    connection.settimeout(2)
    connection.connect(path)
    return ask(connection)


@probe('network.high-bits', 'nonce', 'A unix socket whose family has a bit set that the kernel ignores', further=True)
def _():
    return dial(call('socket', socket.AF_UNIX | HIGH, socket.SOCK_STREAM, 0), at['workspace_socket'])


@probe('network.negative-bits', 'nonce', 'A unix socket whose family has all upper bits set', further=True)
def _():
    return dial(call('socket', socket.AF_UNIX - (1 << 33), socket.SOCK_STREAM, 0), at['workspace_socket'])


@probe('network.raw-high-bits', 'claim', 'A raw socket whose kind has a bit set that the kernel ignores', further=True)
def _():
    os.close(call('socket', socket.AF_INET, socket.SOCK_RAW | HIGH, 1))


@probe('network.raw-flags', 'claim', 'A raw socket asked for with flags', further=True)
def _():
    os.close(call('socket', socket.AF_INET, socket.SOCK_RAW | 0o2004000, 1))
