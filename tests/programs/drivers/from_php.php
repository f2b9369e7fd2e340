<?php
// Reads names as lines of JSON and writes the host that idn_to_ascii makes of each: `default` or `nontransitional`.
$flags = $argv[1] === 'default' ? IDNA_DEFAULT : IDNA_NONTRANSITIONAL_TO_ASCII;
while (($line = fgets(STDIN)) !== false) {
    $info = [];
    $form = @idn_to_ascii(json_decode($line), $flags, INTL_IDNA_VARIANT_UTS46, $info);
    $row = $form === false ? ['refused', sprintf('errors 0x%x', $info['errors'] ?? 0)] : ['host', $form];
    echo json_encode($row, JSON_UNESCAPED_SLASHES), "\n";
}
