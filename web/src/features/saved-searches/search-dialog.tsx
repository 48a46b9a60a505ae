import { NativeSelect, TagsInput, TextInput } from '@mantine/core'
import { leadTypes, maxPlacesOfFilter, tripTypes, verifiedContacts } from '@raahi/contract/leads'
import { placesOf } from '@raahi/contract/place-lists'
import { findPlace } from '@raahi/contract/places'
import {
  alertFrequencies,
  maxSearchNameLength,
  type SavedSearch,
  savedSearchForm,
} from '@raahi/contract/saved-searches'
import { useEffect } from 'react'
import { fieldErrorsOf } from '../../lib/form-errors.ts'
import { type CheckedForm, useCheckedForm } from '../../lib/use-checked-form.ts'
import { DateField } from '../../ui/date-field.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { FormSection } from '../../ui/form-section.tsx'
import { PriceInput } from '../../ui/price-input.tsx'
import { notifySuccess } from '../../ui/toast.ts'
import { useOpenLater } from '../../ui/use-dialog.ts'
import { FailureReason } from '../account/public/failure-reason.tsx'
import { useAgentRole } from '../account/public/use-agent-role.ts'
import { leadTypeLabels, tripTypeLabels, verifiedLabels } from '../lead-facts/public/lead-labels.ts'
import { type SearchForm, useSaveSearch } from './public/saved-searches.api.ts'
import {
  deviceFrequencyLabels,
  frequencyLabels,
  type StoredFilters,
  suggestName,
} from './search-labels.ts'

/** The edited search: a saved one, or the filters of a new one. */
export type EditedSearch = SavedSearch | { _id: null; filters: StoredFilters }

interface SearchDialogProps {
  /** The edited search; null before the first one was opened. */
  search: EditedSearch | null
  opened: boolean
  onClose: () => void
}

type Values = {
  name: string
  destinations: string[]
  cities: string[]
  leadType: string
  tripType: string
  verified: string
  travelFrom: string
  travelTo: string
  maxPrice: number | string
  mailAlerts: SavedSearch['mailAlerts']
  pushAlerts: SavedSearch['pushAlerts']
}

/** The places in the form. Typed places become a list. With both, only the list is shown and the typed ones stay. */
function placesOfSearch(typed: string | undefined, list: string | undefined): string[] {
  if (list || !typed) return placesOf(list ?? '')
  // 'Munnar, Kerala' names one place. A place of a list has no comma.
  const place = typed.includes(',') ? findPlace(typed) : undefined
  return place ? [place.name] : placesOf(typed)
}

function valuesOf(search: EditedSearch): Values {
  const { filters } = search
  return {
    name: search._id === null ? suggestName(filters, maxSearchNameLength) : search.name,
    destinations: placesOfSearch(filters.destination, filters.destinations),
    cities: placesOfSearch(filters.city, filters.cities),
    leadType: filters.leadType ?? '',
    tripType: filters.tripType ?? '',
    verified: filters.verified ?? '',
    travelFrom: filters.travelFrom ?? '',
    travelTo: filters.travelTo ?? '',
    maxPrice: (search._id === null ? search.filters.maxPrice : search.maxPrice) ?? '',
    mailAlerts: search._id === null ? 'at-once' : search.mailAlerts,
    pushAlerts: search._id === null ? 'at-once' : search.pushAlerts,
  }
}

function bodyOf(search: EditedSearch, values: Values): SearchForm {
  const { filters } = search
  const { maxPrice, destinations, cities, ...others } = values
  return {
    ...others,
    destinations: destinations.join(','),
    cities: cities.join(','),
    ...(filters.destinations && { destination: filters.destination }),
    ...(filters.cities && { city: filters.city }),
    maxPrice: maxPrice === '' ? null : Number(maxPrice),
    isPaused: search._id !== null && search.isPaused,
  } as SearchForm
}

const choices = <T extends string>(
  any: string,
  values: readonly T[],
  labels: Record<T, string>,
) => [{ value: '', label: any }, ...values.map((value) => ({ value, label: labels[value] }))]

/** Saves a search, or changes a saved one. */
export default function SearchDialog({ search, opened, onClose }: SearchDialogProps) {
  const save = useSaveSearch()
  const form = useCheckedForm<Values>({
    initialValues: valuesOf(search ?? { _id: null, filters: {} }),
    validate: (values) => (search ? fieldErrorsOf(savedSearchForm, bodyOf(search, values)) : {}),
  })
  const shown = useOpenLater(opened)
  useEffect(() => {
    if (opened && search) form.fill(valuesOf(search))
  }, [opened, search])

  const close = () => {
    save.reset()
    onClose()
  }
  const submit = form.onSubmit((values) => {
    if (!search) return
    save.mutate(
      { id: search._id, body: bodyOf(search, values) },
      {
        onSuccess: ({ name }) => {
          notifySuccess(search._id === null ? `Saved: ${name}` : 'Search changed.')
          close()
        },
        onError: form.showRefusal,
      },
    )
  })
  return (
    <FormModal
      opened={shown}
      onClose={close}
      title={search?._id === null ? 'Save this search' : 'Edit saved search'}
      submitLabel="Save"
      busy={save.isPending}
      error={
        save.isError && (
          <FailureReason error={save.error} failedAction="The search could not be saved." />
        )
      }
      onSubmit={submit}
      size="40rem"
    >
      <AlertFields form={form} />
      <LeadFields form={form} />
    </FormModal>
  )
}

function AlertFields({ form }: { form: CheckedForm<Values> }) {
  const isOwner = useAgentRole() === 'owner'
  return (
    <FormSection columns={1}>
      <TextInput
        label="Name"
        description="For your own lists and emails, such as “Goa families”. Leave out travellers’ names."
        maxLength={maxSearchNameLength}
        required
        withAsterisk={false}
        {...form.getInputProps('name')}
      />
      <NativeSelect
        label={`Email ${isOwner ? 'me' : 'the owner'} about new leads`}
        description="One email for all your searches. None in your quiet hours."
        data={alertFrequencies.map((value) => ({ value, label: frequencyLabels[value] }))}
        {...form.getInputProps('mailAlerts')}
      />
      <NativeSelect
        label="Show new leads on my devices"
        description="On phones and in browsers where you switch alerts on, under Saved Searches."
        data={alertFrequencies.map((value) => ({ value, label: deviceFrequencyLabels[value] }))}
        {...form.getInputProps('pushAlerts')}
      />
    </FormSection>
  )
}

const placeProps = { maxTags: maxPlacesOfFilter, acceptValueOnBlur: true, splitChars: [','] }

function LeadFields({ form }: { form: CheckedForm<Values> }) {
  const { destinations, cities } = form.values
  return (
    <FormSection title="Which leads">
      <TagsInput
        label="Destinations"
        placeholder={destinations.length ? '' : 'Any'}
        {...placeProps}
        {...form.getInputProps('destinations')}
        clearButtonProps={{ 'aria-label': 'Clear destinations' }}
      />
      <TagsInput
        label="Traveller’s city"
        placeholder={cities.length ? '' : 'Any'}
        {...placeProps}
        {...form.getInputProps('cities')}
        clearButtonProps={{ 'aria-label': 'Clear cities' }}
      />
      <NativeSelect
        label="Lead type"
        data={choices('Any', leadTypes, leadTypeLabels)}
        {...form.getInputProps('leadType')}
      />
      <NativeSelect
        label="Trip type"
        data={choices('Any', tripTypes, tripTypeLabels)}
        {...form.getInputProps('tripType')}
      />
      <DateField label="Travel from" {...form.getInputProps('travelFrom')} />
      <DateField label="Travel until" {...form.getInputProps('travelTo')} />
      <NativeSelect
        label="Verified contact"
        description="Verified when the lead is put on sale, not later."
        data={choices('Any', verifiedContacts, verifiedLabels)}
        {...form.getInputProps('verified')}
      />
      <PriceInput label="Highest price" placeholder="Any" {...form.getInputProps('maxPrice')} />
    </FormSection>
  )
}
