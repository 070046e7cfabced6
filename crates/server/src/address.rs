//! From where a request comes. Behind a proxy that the operator trusts, the proxy says it; nobody else is believed.

use std::net::{IpAddr, Ipv6Addr};

use axum::http::{HeaderMap, header};
use ipnet::IpNet;

/// An address as it is counted. What one household is given of IPv6, 64 bits and more, counts as one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Address(IpAddr);

impl From<IpAddr> for Address {
    fn from(address: IpAddr) -> Address {
        match address.to_canonical() {
            IpAddr::V6(six) => {
                Address(IpAddr::V6(Ipv6Addr::from_bits(six.to_bits() & !u128::from(u64::MAX))))
            }
            four => Address(four),
        }
    }
}

impl std::fmt::Display for Address {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// The header in which proxies say whose request it is. Only one is believed: the other may come from the client itself, since
/// proxies pass on what they do not know.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ProxyHeader {
    /// `X-Forwarded-For`, as nearly all proxies have it.
    #[default]
    XForwardedFor,
    /// `Forwarded`, the standard.
    Forwarded,
}

/// The proxies that are believed.
#[derive(Clone, Debug, Default)]
pub struct Proxies {
    trusted: Vec<IpNet>,
    header: ProxyHeader,
}

impl Proxies {
    pub fn new(trusted: Vec<IpNet>, header: ProxyHeader) -> Proxies {
        Proxies { trusted, header }
    }

    pub fn trusts(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.trusted.iter().any(|network| network.contains(&address))
    }

    /// Whose request it is: the nearest address on its way here that is no trusted proxy. What stands beyond that may be
    /// made up.
    pub fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let mut client = peer.to_canonical();
        for told in self.header.way(headers).into_iter().rev() {
            if !self.trusts(client) {
                break;
            }
            match told {
                Some(address) => client = address,
                // Somebody who hides or cannot be understood: the last one known answers for them.
                None => break,
            }
        }
        client
    }
}

impl ProxyHeader {
    /// The addresses that a request has passed, the nearest last.
    fn way(self, headers: &HeaderMap) -> Vec<Option<IpAddr>> {
        let (name, read): (_, fn(&str) -> Option<IpAddr>) = match self {
            ProxyHeader::XForwardedFor => ("x-forwarded-for", node),
            ProxyHeader::Forwarded => (header::FORWARDED.as_str(), forwarded_for),
        };
        let values = headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
        let texts = values.flat_map(|value| value.split(',')).map(str::trim).filter(|text| !text.is_empty());
        texts.map(read).collect()
    }
}

/// The `for=` of one element of `Forwarded`.
fn forwarded_for(element: &str) -> Option<IpAddr> {
    let mut pairs = element.split(';').filter_map(|pair| pair.trim().split_once('='));
    let (_, value) = pairs.find(|(name, _)| name.eq_ignore_ascii_case("for"))?;
    node(value.trim_matches('"'))
}

/// An address, perhaps with a port, perhaps in brackets.
fn node(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|rest| rest.split_once(']')).map(|(inside, _)| inside);
    let without_port = || text.rsplit_once(':').and_then(|(before, _)| before.parse().ok());
    let found = bare.unwrap_or(text).parse().ok().or_else(without_port);
    found.map(|address: IpAddr| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(trusted: &[&str], peer: &str, headers: &[(&'static str, &'static str)]) -> String {
        let header = match headers[0].0 {
            "forwarded" => ProxyHeader::Forwarded,
            _ => ProxyHeader::XForwardedFor,
        };
        let proxies = Proxies::new(trusted.iter().map(|text| text.parse().unwrap()).collect(), header);
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(*name, value.parse().unwrap());
        }
        proxies.client(peer.parse().unwrap(), &map).to_string()
    }

    #[test]
    fn only_a_trusted_proxy_is_believed() {
        let told = [("x-forwarded-for", "1.2.3.4")];
        assert_eq!(client(&[], "10.0.0.1", &told), "10.0.0.1");
        assert_eq!(client(&["10.0.0.0/8"], "10.0.0.1", &told), "1.2.3.4");
        assert_eq!(client(&["10.0.0.0/8"], "11.0.0.1", &told), "11.0.0.1");
        assert_eq!(client(&["10.0.0.0/8"], "::ffff:10.0.0.1", &told), "1.2.3.4");
    }

    #[test]
    fn what_a_client_makes_up_stays_beyond_its_own_address() {
        let made_up = [("x-forwarded-for", "9.9.9.9, 1.2.3.4, 10.0.0.7")];
        assert_eq!(client(&["10.0.0.0/8"], "10.0.0.1", &made_up), "1.2.3.4");
        let in_two = [("x-forwarded-for", "9.9.9.9"), ("x-forwarded-for", "1.2.3.4")];
        assert_eq!(client(&["10.0.0.0/8"], "10.0.0.1", &in_two), "1.2.3.4");
    }

    #[test]
    fn the_other_header_is_not_believed() {
        let both = [("x-forwarded-for", "1.2.3.4"), ("forwarded", "for=9.9.9.9")];
        assert_eq!(client(&["10.0.0.0/8"], "10.0.0.1", &both), "1.2.3.4");
        let both = [("forwarded", "for=1.2.3.4"), ("x-forwarded-for", "9.9.9.9")];
        assert_eq!(client(&["10.0.0.0/8"], "10.0.0.1", &both), "1.2.3.4");
    }

    #[test]
    fn the_standard_header_is_read_with_ports_and_brackets() {
        let one = [("forwarded", "for=\"[2001:db8::17]:4711\";proto=https, for=10.0.0.9")];
        assert_eq!(client(&["10.0.0.0/8"], "10.0.0.1", &one), "2001:db8::17");
        let hidden = [("forwarded", "for=1.2.3.4, for=_hidden")];
        assert_eq!(client(&["10.0.0.0/8"], "10.0.0.1", &hidden), "10.0.0.1");
        assert_eq!(client(&["10.0.0.1/32"], "10.0.0.1", &[("forwarded", "for=1.2.3.4:80")]), "1.2.3.4");
    }

    #[test]
    fn a_household_counts_once() {
        let of = |text: &str| Address::from(text.parse::<IpAddr>().unwrap());
        assert_eq!(of("2001:db8:1:2::1"), of("2001:db8:1:2:ffff::9"));
        assert_ne!(of("2001:db8:1:2::1"), of("2001:db8:1:3::1"));
        assert_eq!(of("::ffff:1.2.3.4"), of("1.2.3.4"));
    }
}
