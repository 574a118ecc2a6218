"""Which IP addresses belong to the public internet, for every part that connects to hosts that others name."""

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

# Azure's metadata service has a public address; the others are link-local, private or shared.
METADATA = frozenset({IPv4Address("168.63.129.16")})
NAT64 = IPv6Network("64:ff9b::/96")
LOCAL_NAT64 = IPv6Network("64:ff9b:1::/48")
IETF_PROTOCOLS = IPv4Network("192.0.0.0/24")
"""Python calls parts of it global; nothing of it is a host of the internet."""


def is_public(address: str) -> bool:
    """Return whether an IP address is public; an IPv4 address inside an IPv6 one counts for itself."""
    ip = ip_address(address)
    if isinstance(ip, IPv6Address):
        inner = ip.ipv4_mapped or ip.sixtofour or (ip.teredo[1] if ip.teredo else None)
        if ip in NAT64:
            inner = IPv4Address(int(ip) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(str(inner))
        if ip in LOCAL_NAT64 or ip.is_site_local:
            return False
    if ip in IETF_PROTOCOLS:
        return False
    return ip.is_global and not ip.is_multicast and not ip.is_reserved and ip not in METADATA
