import { useMemo, useState } from 'react'
import {
  changeFilters,
  clearFilters,
  countFilters,
  type FilterFields,
  type FiltersOf,
  maxLengthOf,
  type NameOfKind,
  readFilters,
  readValue,
  writeFilters,
} from './list-filters.ts'
import { type ChangeOptions, useAddressParams } from './use-address-params.ts'

/** The props of a filter field: the value in effect, and a function that sets another one. `onSet` is stable. */
export interface FilterFieldProps {
  name: string
  value: string | undefined
  /** @param text as typed or chosen; '' unsets the filter */
  onSet: (name: string, text: string, options?: ChangeOptions) => void
}

/** The changed filters, or a function of the current filters, which the screen may not show yet. */
type FilterChange<Fields extends FilterFields> =
  | Partial<FiltersOf<Fields>>
  | ((present: FiltersOf<Fields>) => Partial<FiltersOf<Fields>>)

/**
 * The filters and the page of a list, kept in the address.
 * @param fields a constant
 * @param beforeChange called with the new and the current filters before the address changes; must be stable
 * @returns the filters, and functions that change them; the same object until the filters change
 */
export function useListFilters<Fields extends FilterFields>(
  fields: Fields,
  beforeChange?: (changed: FiltersOf<Fields>, present: FiltersOf<Fields>) => void,
) {
  const [params, changeParams] = useAddressParams()
  const filters = useMemo(() => readFilters(fields, params), [fields, params])
  const [clears, setClears] = useState(0)
  const actions = useMemo(() => {
    const update = (
      next: (present: FiltersOf<Fields>) => FiltersOf<Fields>,
      options?: ChangeOptions,
    ) =>
      changeParams((params) => {
        const present = readFilters(fields, params)
        const nextParams = writeFilters(fields, next(present))
        beforeChange?.(readFilters(fields, nextParams), present)
        return nextParams
      }, options)
    const change = (changed: FilterChange<Fields>, options?: ChangeOptions) =>
      update(
        (present) =>
          changeFilters(
            fields,
            present,
            typeof changed === 'function' ? changed(present) : changed,
          ),
        options,
      )
    return {
      /** Changes filters. A changed filter leads to the first page. */
      change,
      set: (name: string, text: string, options?: ChangeOptions) => {
        const field = fields[name]
        const changed = { [name]: field && readValue(field, text) }
        change(changed as Partial<FiltersOf<Fields>>, options)
      },
      goToPage: (page: number, options?: ChangeOptions) =>
        change({ page } as Partial<FiltersOf<Fields>>, { toTop: true, ...options }),
      clear: () => {
        setClears((count) => count + 1)
        update((present) => clearFilters(fields, present))
      },
    }
  }, [fields, changeParams, beforeChange])

  return useMemo(() => {
    const { set, ...others } = actions
    const fieldProps = (name: string): FilterFieldProps => ({
      name,
      value: (filters as Record<string, string | number | undefined>)[name] as string | undefined,
      onSet: set,
    })
    return {
      filters,
      /** The number of set filters. */
      count: countFilters(fields, filters),
      ...others,
      /** The props of a `TextFilter`. */
      textField: (name: NameOfKind<Fields, 'text'>) => {
        const field = fields[name]
        return { ...fieldProps(name), maxLength: field?.kind === 'text' ? maxLengthOf(field) : 0 }
      },
      /** The props of a `ChoiceFilter`. Its options may also be texts that are known only at run time. */
      choiceField: (name: NameOfKind<Fields, 'choice' | 'text'>) => fieldProps(name),
      /**
       * The props of one date of a `DateRangeFilter`. `clears` changes when the filters are cleared, and empties the
       * field.
       */
      dateField: (name: NameOfKind<Fields, 'date'>) => ({ ...fieldProps(name), clears }),
    }
  }, [fields, filters, clears, actions])
}

/** The result of `useListFilters`. */
export type ListFilters<Fields extends FilterFields> = ReturnType<typeof useListFilters<Fields>>
