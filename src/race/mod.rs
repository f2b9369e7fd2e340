//! RACE (draft-ietf-idn-race-03).
