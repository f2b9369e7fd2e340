# Reads names as lines of JSON and writes the host that a gem makes of each: `addressable` or `simpleidn`.
require 'addressable/uri'
require 'json'
require 'simpleidn'

ASKED = {
  'addressable' => ->(name) { Addressable::URI.parse("http://#{name}/").normalized_host },
  'simpleidn' => ->(name) { SimpleIDN.to_ascii(name) }
}.freeze
convert = ASKED.fetch(ARGV.fetch(0))
$stdin.each_line(encoding: 'UTF-8') do |line|
  row = begin
    host = convert.call(JSON.parse(line))
    host.nil? ? ['refused', 'no host'] : ['host', host.dup.force_encoding('UTF-8')]
  rescue StandardError => e
    ['refused', e.class.name]
  end
  puts JSON.generate(row, ascii_only: true)
end
