import { useDisclosure } from '@mantine/hooks'
import { memo, Suspense, useId } from 'react'
import { lazyWithFallback } from '../../../lib/lazy-with-fallback.ts'
import type { FilterFieldProps, ListFilters } from '../../../lib/use-list-filters.ts'
import { TextFilter } from '../../../ui/text-filter.tsx'
import type { leadFilters } from '../../lead-facts/public/lead-filters.ts'
import {
  leadTypeOptions,
  sortOptions,
  statusOptions,
  tripTypeOptions,
  verifiedOptions,
} from '../lead-filter-options.ts'
import classes from './market-filters.module.css'
import { PlaceFilter } from './place-filter.tsx'

const TravelDates = lazyWithFallback(
  () => import('./travel-dates.tsx'),
  () => <p role="alert">The dates could not be opened. Reload the page.</p>,
)

/** The fields of the marketplace's filters: one line from 90em, two lines from 64em, and behind a button below. */
export function MarketFilters({ list }: { list: ListFilters<typeof leadFilters> }) {
  const id = useId()
  const [isOpen, fields] = useDisclosure(false)
  const { travelFrom, travelTo } = list.filters
  const [datesOpen, dates] = useDisclosure(Boolean(travelFrom || travelTo))
  return (
    <search className={classes.bar}>
      <PlaceFilter
        field="destination"
        label="Destination"
        placeholder="Destinations: Goa, Kerala"
        {...list.textField('destination')}
      />
      <button
        type="button"
        className={classes.toggle}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={fields.toggle}
      >
        {list.count > 0 ? `Filters (${list.count})` : 'Filters'}
      </button>
      <div id={id} className={classes.fields} data-opened={isOpen || undefined}>
        <PlaceFilter
          field="city"
          label="Traveller's city"
          placeholder="City"
          {...list.textField('city')}
        />
        <TextFilter aria-label="Search by name" placeholder="Name" {...list.textField('search')} />
        <TextFilter
          aria-label="Highest price"
          placeholder="Up to ₹"
          inputMode="decimal"
          {...list.textField('maxPrice')}
        />
        <PlainSelect
          aria-label="Lead type"
          options={leadTypeOptions}
          {...list.choiceField('leadType')}
        />
        <PlainSelect
          aria-label="Trip type"
          options={tripTypeOptions}
          {...list.choiceField('tripType')}
        />
        <PlainSelect aria-label="Status" options={statusOptions} {...list.choiceField('status')} />
        <PlainSelect
          aria-label="Verified contact"
          options={verifiedOptions}
          {...list.choiceField('verified')}
        />
        <PlainSelect aria-label="Sort by" options={sortOptions} {...list.choiceField('sort')} />
        <button
          type="button"
          className={classes.toggleDates}
          aria-expanded={datesOpen}
          onClick={dates.toggle}
        >
          Travel dates
        </button>
        {datesOpen && (
          <div className={classes.dates}>
            <Suspense fallback={<div className={classes.datesLoading} />}>
              <TravelDates list={list} />
            </Suspense>
          </div>
        )}
      </div>
    </search>
  )
}

interface PlainSelectProps extends FilterFieldProps {
  'aria-label': string
  options: readonly { value: string; label: string }[]
}

/**
 * A filter by one of a few values. It is plain HTML, because every filter renders at each change, also on slow phones.
 */
const PlainSelect = memo(function PlainSelect({
  name,
  value = '',
  onSet,
  options,
  ...select
}: PlainSelectProps) {
  return (
    <select
      {...select}
      className={classes.select}
      value={value}
      onChange={(event) => onSet(name, event.currentTarget.value)}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
})
