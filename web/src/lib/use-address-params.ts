import { useCallback, useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'

interface ChangeOptions {
  /** Takes the place of the present entry of the history. */
  replace?: boolean
  /** Goes to the top of the page, as another page of a list does. */
  toTop?: boolean
}

/**
 * The parameters of the address, and a way to change them. Changes that follow each other faster than the
 * address does build on one another: two filters that take effect at once are both set.
 */
export function useAddressParams() {
  const [params, setParams] = useSearchParams()
  const latest = useRef(params)
  /** Changes that the address has yet to show, as it will write them. */
  const onTheWay = useRef<string[]>([])
  useEffect(() => {
    // An address that shows an earlier change of ours is no news; any other one, Back's say, counts.
    const shown = onTheWay.current.lastIndexOf(params.toString())
    onTheWay.current = shown === -1 ? [] : onTheWay.current.slice(shown + 1)
    if (onTheWay.current.length === 0) latest.current = params
  }, [params])
  const change = useCallback(
    (
      next: (present: URLSearchParams) => URLSearchParams,
      { replace = false, toTop = false }: ChangeOptions = {},
    ) => {
      latest.current = next(latest.current)
      onTheWay.current.push(latest.current.toString())
      setParams(latest.current, { replace, preventScrollReset: !toTop })
    },
    [setParams],
  )
  return [params, change] as const
}
