-- From where somebody did it: the network address of their request. Null: a service did it by itself, or it is of before.
ALTER TABLE audit ADD COLUMN origin text;
