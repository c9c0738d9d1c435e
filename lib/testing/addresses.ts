/** Words between spaces and line breaks. */
const words = (text: string): string[] => text.trim().split(/\s+/);

/** Hosts that webhooks must never be sent to, in every spelling that a URL accepts. */
export const FORBIDDEN_HOSTS = [
  // IPv4 loopback in all spellings.
  ...words(`
    127.0.0.1 127.0.0.1. 127.1 127.0.1 127.255.255.254 2130706433 0x7f000001 0x7f.0.0.1 0x7f.1
    0x7F.0x0.0x0.0x1 017700000001 0177.0.0.1 0177.0.0.01 00000177.1 0x7f.0.1 127.0x1
    %31%32%37.0.0.1 １２７.０.０.１ 127。0。0。1 127．0．0．1 ①②⑦.⓪.⓪.① 𝟭𝟮𝟳.𝟬.𝟬.𝟭
  `),
  // "This host" and this network.
  ...words("0.0.0.0 0 0x0 0.1.2.3 [::] [0:0:0:0:0:0:0:0]"),
  // IPv6 loopback and IPv4-mapped or IPv4-compatible addresses.
  ...words(`
    [::1] [0:0:0:0:0:0:0:1] [0000::0001] [::ffff:127.0.0.1] [::ffff:7f00:1]
    [0:0:0:0:0:ffff:127.0.0.1] [::127.0.0.1] [::7f00:1] [::FFFF:10.0.0.1] [::ffff:0:127.0.0.1]
  `),
  // Private networks.
  ...words(`
    10.0.0.1 10.255.255.255 167772161 0x0a000001 012.0.0.1 172.16.0.1 172.31.255.255 192.168.0.1
    192.168.255.255 3232235521 192.168.1 [fc00::1] [fd12:3456:789a::1] [fdff::]
    [::ffff:192.168.0.1]
  `),
  // Link-local addresses and cloud metadata services.
  ...words(`
    169.254.169.254 169.254.0.1 2852039166 0xa9fea9fe 169.254.43518 0251.0376.0251.0376
    [::ffff:169.254.169.254] [::ffff:a9fe:a9fe] [fe80::1] [febf::1] [fd00:ec2::254] 169.254.170.2
    100.100.100.200
  `),
  // Carrier-grade NAT, benchmarking, documentation, protocol assignments, reserved.
  ...words(`
    100.64.0.1 100.127.255.255 198.18.0.1 198.19.255.255 192.0.0.1 192.0.0.170 192.0.2.1
    198.51.100.1 203.0.113.1 [2001:db8::1] [3fff::1] 192.88.99.1 240.0.0.1 255.255.255.255
    4294967295 [100::1] [5f00::1] [fec0::1]
  `),
  // Multicast.
  ...words("224.0.0.1 239.255.255.255 [ff02::1] [ff0e::1]"),
  // IPv6 with an embedded IPv4 address (NAT64, 6to4, Teredo), and ORCHID.
  ...words(`
    [64:ff9b::7f00:1] [64:ff9b::10.0.0.1] [64:ff9b:1::a9fe:a9fe] [2002:7f00:1::]
    [2002:a9fe:a9fe::1] [2001:0:7f00:1::] [2001::1] [2001:10::1] [2001:20::1]
  `),
];

/** Names for this machine or its network, blocked without a DNS lookup. */
export const FORBIDDEN_NAMES = words(`
  localhost LOCALHOST localhost. LocalHost. ｌｏｃａｌｈｏｓｔ %6cocalhost app.localhost a.b.localhost.
  localhost.localdomain printer.local db.internal metadata.google.internal
  metadata.google.internal.
`);

/** Hosts on the public internet, which must be allowed. */
export const PUBLIC_HOSTS = words(`
  93.184.216.34 8.8.8.8 1.1.1.1 172.15.0.1 172.32.0.1 192.167.1.1 11.0.0.1 100.63.255.255
  100.128.0.1 169.253.1.1 126.255.255.255 128.0.0.1 223.1.1.1 198.17.0.1 198.20.0.1
  [2606:4700:4700::1111] [2a00:1450:4001::8a] [2620:fe::fe] [2003::1] example.com
  internal.example.com local.example.com localhost.example.com xn--bcher-kva.example mylocalhost
  10.0.0.1.example.com
`);
