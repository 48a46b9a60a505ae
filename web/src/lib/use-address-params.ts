import { useCallback, useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'

export interface ChangeOptions {
  /** Replaces the current entry of the history. */
  replace?: boolean
  /** Scrolls to the top of the page, as for another page of a list. */
  toTop?: boolean
}

/**
 * The parameters of the address, and a function that changes them. Changes that follow each other faster than the
 * address is updated build on one another, so that two filters set at once both take effect.
 */
export function useAddressParams() {
  const [params] = useSearchParams()
  // Unlike the setter of `useSearchParams`, it stays the same when the address changes.
  const navigate = useNavigate()
  const latest = useRef(params)
  /** Searches that the address does not show yet. */
  const pendingSearches = useRef<string[]>([])
  useEffect(() => {
    // Ignores an address that results from an earlier change of this hook. Any other address is adopted, for example
    // after Back.
    const shownIndex = pendingSearches.current.lastIndexOf(params.toString())
    pendingSearches.current = shownIndex === -1 ? [] : pendingSearches.current.slice(shownIndex + 1)
    if (pendingSearches.current.length === 0) latest.current = params
  }, [params])
  const change = useCallback(
    (
      next: (present: URLSearchParams) => URLSearchParams,
      { replace = false, toTop = false }: ChangeOptions = {},
    ) => {
      const present = latest.current.toString()
      latest.current = next(latest.current)
      // Without a change, no entry is added to the history, for example after a second click on the same control.
      if (latest.current.toString() === present) return
      pendingSearches.current.push(latest.current.toString())
      navigate(`?${latest.current}`, { replace, preventScrollReset: !toTop })
    },
    [navigate],
  )
  return [params, change] as const
}
