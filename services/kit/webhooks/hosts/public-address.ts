import ipaddr from 'ipaddr.js';

/** The range for hosts of the internet (RFC 4291); the rest of IPv6 has other uses. */
const GLOBAL_IPV6: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];
/** Blocks that have their own use, beside those that ipaddr.js knows. */
const RESERVED: readonly (readonly [string, number])[] = [
  ['192.88.99.0', 24], // relays of 6to4
  ['2001::', 23], // protocols (RFC 2928), Teredo among them
  ['3fff::', 20], // documentation
  ['168.63.129.16', 32], // the host of a virtual machine at Azure
];
/** An address of IPv4 within one of IPv6 by ISATAP: ...:0:5efe:a.b.c.d, or 200:5efe. */
const isIsatap = (address: ipaddr.IPv6): boolean =>
  address.parts[5] === 0x5efe && (address.parts[4] === 0 || address.parts[4] === 0x200);

/**
 * Whether an IP address, as a resolver gives it, is a host of the public internet. Not so:
 * loopback, Azure's host, private, link-local, shared, multicast, reserved and documentation
 * addresses, and addresses of IPv6 that hold one of IPv4 (mapped, compatible, 6to4, Teredo, NAT64,
 * ISATAP).
 */
export function isPublicAddress(text: string): boolean {
  const address = parse(text);
  if (address === null || address.range() !== 'unicast') return false;
  if (address instanceof ipaddr.IPv6 && (!address.match(GLOBAL_IPV6) || isIsatap(address)))
    return false;
  return !RESERVED.some(([block, bits]) => {
    const start = ipaddr.parse(block);
    return start.kind() === address.kind() && address.match(start, bits);
  });
}

/** Ranges of `ipaddr.js` that a host named in WEBHOOK_LOCAL_ADDRESSES may have. */
const LOCAL_RANGES: readonly string[] = ['loopback', 'private', 'uniqueLocal'];
/** Metadata services of clouds among these (AWS, Google). */
const METADATA: readonly string[] = ['fd00:ec2::254', 'fd20:ce::254'].map((address) =>
  ipaddr.parse(address).toNormalizedString(),
);

/**
 * Whether an IP address is of this machine or of a private network: never link-local, shared,
 * multicast, unspecified, IPv4 inside IPv6, or the metadata service of a cloud.
 */
export function isLocalAddress(text: string): boolean {
  const address = parse(text);
  return (
    address !== null &&
    LOCAL_RANGES.includes(address.range()) &&
    !METADATA.includes(address.toNormalizedString()) &&
    !(address instanceof ipaddr.IPv6 && isIsatap(address))
  );
}

/**
 * Returns the address; null for text that is not an address, or that has a zone, which belongs to
 * one link.
 */
function parse(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  if (text.includes('%')) return null;
  try {
    return text.includes(':') ? ipaddr.IPv6.parse(text) : parseIpv4(text);
  } catch {
    return null;
  }
}

/** Parses four plain decimals: this check and the connecting code must read an address alike. */
function parseIpv4(text: string): ipaddr.IPv4 {
  if (!/^(0|[1-9]\d{0,2})(\.(0|[1-9]\d{0,2})){3}$/.test(text)) throw new Error('not an address');
  return ipaddr.IPv4.parse(text);
}
