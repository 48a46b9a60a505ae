-- The hash of a text that must not be guessed from a prepared list of hashes, such as a phone number.
create or replace function salted_hash(p_text text) returns bytea language sql stable strict as $$
  select sha256(convert_to(salt || p_text, 'UTF8')) from contact_salt
$$;
