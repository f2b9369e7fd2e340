# Reads names as lines of JSON and writes the host that a module of Perl makes of each: `uri` or `net-idn-encode`.
use strict;
use warnings;
use JSON::PP;
use Net::IDN::Encode;
use URI;

my $json = JSON::PP->new->allow_nonref->ascii;
my %asked = (
    'uri' => sub { URI->new("http://$_[0]/")->host },
    'net-idn-encode' => sub { Net::IDN::Encode::domain_to_ascii($_[0]) },
);
my $convert = $asked{ $ARGV[0] };
while (my $line = <STDIN>) {
    my $host = eval { $convert->($json->decode($line)) };
    # What is not converted comes as octets.
    utf8::decode($host) if defined $host;
    my $row = $@ || !defined $host ? [ 'refused', $@ =~ s/ at \S+ line.*//sr ] : [ 'host', $host ];
    print $json->encode($row), "\n";
}
