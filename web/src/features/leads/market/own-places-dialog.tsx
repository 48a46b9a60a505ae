import { Button, TagsInput } from '@mantine/core'
import {
  type LeadPreferences,
  type QuickFilter,
  setLeadPreferences,
} from '@raahi/contract/lead-preferences'
import { maxPlacesOfFilter } from '@raahi/contract/leads'
import { dayInIndia } from '@raahi/contract/trip-field-checks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { errorMessage } from '../../../lib/api-error.ts'
import { fieldErrorsOf } from '../../../lib/form-errors.ts'
import { serverNow } from '../../../lib/server-clock.ts'
import { useSignedInUser } from '../../../lib/session.ts'
import type { ListFilters } from '../../../lib/use-list-filters.ts'
import { useSingleRun } from '../../../lib/use-single-run.ts'
import { FormModal } from '../../../ui/form-modal.tsx'
import { notifySuccess } from '../../../ui/toast.ts'
import { useOpenLater } from '../../../ui/use-dialog.ts'
import type { leadFilters } from '../../lead-facts/public/lead-filters.ts'
import { leadPreferencesQuery, saveLeadPreferences } from '../public/lead-preferences.api.ts'
import { filtersOf, placesOf, quickFilterNames, quickFiltersOn } from './quick-filters.ts'

interface OwnPlacesDialogProps {
  opened: boolean
  onClose: () => void
  list: ListFilters<typeof leadFilters>
  /** The quick filter that was pressed and had no places. Saving places turns it on. */
  pressed: QuickFilter | undefined
}

type Places = Pick<LeadPreferences, 'destinations' | 'cities'>

const placesIn = ({ destinations, cities }: LeadPreferences): Places => ({ destinations, cities })

/** The first error of a field; its path may name one place of the field: 'cities.2'. */
function errorOf(errors: Record<string, string>, name: keyof Places): string | undefined {
  return Object.entries(errors).find(([path]) => path.split('.')[0] === name)?.[1]
}

/** The places of the quick filters 'My destinations' and 'My cities'. */
export default function OwnPlacesDialog({ opened, onClose, list, pressed }: OwnPlacesDialogProps) {
  const { _id: userId } = useSignedInUser()
  const client = useQueryClient()
  const { data, error } = useQuery({ ...leadPreferencesQuery(userId), enabled: opened })
  // Null until the places are loaded. A refetch does not overwrite the agent's input.
  const [entered, setEntered] = useState<Places | null>(null)
  const [fieldErrors, setFieldErrors] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<string | null>(null)
  const saving = useSingleRun()
  const shown = useOpenLater(opened)
  useEffect(() => {
    if (!opened) return
    setEntered(null)
    setFieldErrors({})
    setFailure(null)
  }, [opened])
  useEffect(() => {
    if (data && opened) setEntered((present) => present ?? placesIn(data))
  }, [data, opened])

  /** Applies the saved places to the quick filters that are on, and to the pressed one. */
  const show = (saved: Places) => {
    const today = dayInIndia(serverNow())
    const on = quickFiltersOn(list.filters, today)
    const shown = quickFilterNames.filter(
      (quick) => placesOf(quick, saved) && (on.includes(quick) || quick === pressed),
    )
    if (shown.length === 0) return
    list.change(Object.assign({}, ...shown.map((quick) => filtersOf(quick, saved, today))))
  }
  const save = (body: Parameters<typeof saveLeadPreferences>[2]) =>
    saving.run(async () => {
      try {
        const saved = await saveLeadPreferences(client, userId, body)
        show(saved)
        onClose()
        notifySuccess('Your places are saved.')
      } catch (reason) {
        setFailure(errorMessage(reason, 'Your places could not be saved.'))
      }
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const errors = fieldErrorsOf(setLeadPreferences.body, entered)
    setFieldErrors(errors)
    if (entered && Object.keys(errors).length === 0) void save(entered)
  }
  const isLearned = data?.destinationsLearned && data.citiesLearned
  const field = (name: keyof Places) => ({
    value: entered?.[name] ?? [],
    onChange: (places: string[]) =>
      setEntered((present) => present && { ...present, [name]: places }),
    error: errorOf(fieldErrors, name),
    maxTags: maxPlacesOfFilter,
    acceptValueOnBlur: true,
    splitChars: [','],
    description: 'Press Enter after each one.',
  })
  return (
    <FormModal
      opened={shown}
      onClose={onClose}
      title="My places"
      submitLabel="Save"
      submitDisabled={!entered}
      busy={saving.busy}
      error={failure ?? (error && !data && errorMessage(error, 'Your places could not be loaded.'))}
      onSubmit={submit}
      size="32rem"
    >
      <p>
        The chips ‘My destinations’ and ‘My cities’ show leads for these places.{' '}
        {isLearned && 'We took them from your latest purchases.'}
      </p>
      <TagsInput
        label="Destinations you sell"
        placeholder={entered?.destinations.length ? '' : 'Goa, Kerala, Dubai'}
        {...field('destinations')}
        clearButtonProps={{ 'aria-label': 'Clear destinations' }}
      />
      <TagsInput
        mt="md"
        label="Cities your customers travel from"
        placeholder={entered?.cities.length ? '' : 'Pune, Indore'}
        {...field('cities')}
        clearButtonProps={{ 'aria-label': 'Clear cities' }}
      />
      {data && !isLearned && (
        <Button
          mt="md"
          variant="default"
          disabled={saving.busy}
          onClick={() => void save({ destinations: null, cities: null })}
        >
          Use places from my purchases
        </Button>
      )}
    </FormModal>
  )
}
