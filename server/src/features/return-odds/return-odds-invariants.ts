/** Invariants of the return odds. Each query returns the rows that violate its invariant. */
export const returnOddsInvariants: Record<string, string> = {
  'the return odds are those of their groups': `
    select o.purchases, o.returned, g.purchases as of_groups, g.returned as returned_of_groups from return_odds o
    cross join (select coalesce(sum(purchases), 0) as purchases, coalesce(sum(returned), 0) as returned
      from return_odds_groups) g
    where (o.purchases, o.returned) <> (g.purchases, g.returned)`,
  'the back-test of the return odds has each tested purchase in one month and one tenth': `
    select o.tested, m.tested as of_months, t.tested as of_tenths from return_odds o
    cross join (select coalesce(sum(tested), 0) as tested, coalesce(sum(returned), 0) as returned
      from return_odds_months) m
    cross join (select coalesce(sum(tested), 0) as tested, coalesce(sum(returned), 0) as returned
      from return_odds_tenths) t
    where o.tested <> m.tested or o.tested <> t.tested or m.returned <> t.returned`,
}
