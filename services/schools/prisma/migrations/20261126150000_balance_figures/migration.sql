-- What each day did to the balance of a school. The day is that of the entry, as the account shows
-- it. Kept by the ledger's trigger like the balance itself, whose row every entry locks anyway.
CREATE TABLE balance_figure (
  school_id bigint NOT NULL REFERENCES school,
  day date NOT NULL,
  cents bigint NOT NULL,
  PRIMARY KEY (school_id, day)
);
CREATE FUNCTION balance_figure_follows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO balance_figure (school_id, day, cents)
  SELECT e.school_id, e.day, sum(added.amount_cents)
  FROM added JOIN balance_entry e ON e.id = added.entry_id
  WHERE added.account = 'balance'
  GROUP BY e.school_id, e.day ORDER BY e.school_id, e.day
  ON CONFLICT (school_id, day) DO UPDATE SET cents = balance_figure.cents + excluded.cents;
  RETURN NULL;
END $$;
LOCK TABLE balance_line IN SHARE ROW EXCLUSIVE MODE;
CREATE TRIGGER balance_line_moves_figure AFTER INSERT ON balance_line
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION balance_figure_follows();
INSERT INTO balance_figure (school_id, day, cents)
SELECT e.school_id, e.day, sum(l.amount_cents)
FROM balance_line l JOIN balance_entry e ON e.id = l.entry_id
WHERE l.account = 'balance' GROUP BY e.school_id, e.day;
