import { useState } from 'react'

/**
 * The selected records of a page. A record that leaves the page or cannot be selected any more is not selected.
 * @param items the records of the page that can be selected
 */
export function useSelection<Item extends { _id: string }>(items: readonly Item[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const selected = items.filter(({ _id }) => ids.has(_id))
  return {
    selected,
    count: items.length,
    has: (id: string) => ids.has(id),
    toggle: (id: string) =>
      setIds((others) => {
        const next = new Set(others)
        if (!next.delete(id)) next.add(id)
        return next
      }),
    toggleAll: () =>
      setIds(new Set(selected.length === items.length ? [] : items.map(({ _id }) => _id))),
    clear: () => setIds(new Set()),
  }
}
