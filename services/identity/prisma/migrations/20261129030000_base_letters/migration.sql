-- Names are searched by their base letters: ł as l, ø as o, đ as d.
UPDATE student SET
  first_name_key = replace(replace(translate(first_name_key, 'łøđðħŧı', 'loddhti'), 'æ', 'ae'), 'œ', 'oe'),
  last_name_key = replace(replace(translate(last_name_key, 'łøđðħŧı', 'loddhti'), 'æ', 'ae'), 'œ', 'oe'),
  maiden_name_key = replace(replace(translate(maiden_name_key, 'łøđðħŧı', 'loddhti'), 'æ', 'ae'), 'œ', 'oe')
WHERE first_name_key || last_name_key || coalesce(maiden_name_key, '') ~ '[łøđðħŧıæœ]';
DELETE FROM student_name WHERE name_key ~ '[łøđðħŧıæœ]';
