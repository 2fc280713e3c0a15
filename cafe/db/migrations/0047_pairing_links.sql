-- A link beside each code: nobody can guess it, so wrong codes of others do not keep it from pairing.
ALTER TABLE pairing_codes ADD COLUMN link_hash TEXT; -- NULL: made before there were links
