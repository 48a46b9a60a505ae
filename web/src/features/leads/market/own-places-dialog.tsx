import { Button, TagsInput } from '@mantine/core'
import { type LeadPreferences, setLeadPreferences } from '@raahi/contract/lead-preferences'
import { maxPlacesOfFilter } from '@raahi/contract/leads'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { errorMessage } from '../../../lib/api-error.ts'
import { fieldErrorsOf } from '../../../lib/form-errors.ts'
import { useSignedInUser } from '../../../lib/session.ts'
import { type CheckedForm, useCheckedForm } from '../../../lib/use-checked-form.ts'
import { useSingleMutation } from '../../../lib/use-single-mutation.ts'
import { FormModal } from '../../../ui/form-modal.tsx'
import { notifySuccess } from '../../../ui/toast.ts'
import { useOpenLater } from '../../../ui/use-dialog.ts'
import { leadPreferencesQuery, saveLeadPreferences } from '../public/lead-preferences.api.ts'

interface OwnPlacesDialogProps {
  opened: boolean
  onClose: () => void
  /** Called with the saved places before the dialog closes. */
  onSaved?: (saved: LeadPreferences) => void
}

type Places = Pick<LeadPreferences, 'destinations' | 'cities'>

const noPlaces: Places = { destinations: [], cities: [] }
const placesIn = ({ destinations, cities }: LeadPreferences): Places => ({ destinations, cities })

/** The first error of each field; its path may name one place of the field: 'cities.2'. */
function errorsOf(places: Places): Record<string, string> {
  const errors = Object.entries(fieldErrorsOf(setLeadPreferences.body, places)).reverse()
  return Object.fromEntries(errors.map(([path, text]) => [path.split('.')[0], text]))
}

/** The places of the quick filters 'My destinations' and 'My cities'. */
export default function OwnPlacesDialog({ opened, onClose, onSaved }: OwnPlacesDialogProps) {
  const { _id: userId } = useSignedInUser()
  const client = useQueryClient()
  const { data, error } = useQuery({ ...leadPreferencesQuery(userId), enabled: opened })
  const [isFilled, setFilled] = useState(false)
  const form = useCheckedForm<Places>({ initialValues: noPlaces, validate: errorsOf })
  const save = useSingleMutation({
    mutationFn: (body: Parameters<typeof saveLeadPreferences>[2]) =>
      saveLeadPreferences(client, userId, body),
  })
  const shown = useOpenLater(opened)
  useEffect(() => {
    if (!opened) return
    form.fill(noPlaces)
    setFilled(false)
    save.reset()
  }, [opened])
  useEffect(() => {
    // A refetch does not overwrite the agent's input.
    if (!opened || !data || isFilled) return
    form.fill(placesIn(data))
    setFilled(true)
  }, [opened, data, isFilled])

  const store = (body: Parameters<typeof saveLeadPreferences>[2]) =>
    save.mutate(body, {
      onSuccess: (saved) => {
        onSaved?.(saved)
        onClose()
        notifySuccess('Your places are saved.')
      },
    })
  const isLearned = data?.destinationsLearned && data.citiesLearned
  return (
    <FormModal
      opened={shown}
      onClose={onClose}
      title="My places"
      submitLabel="Save"
      submitDisabled={!isFilled}
      busy={save.isPending}
      error={
        save.isError
          ? errorMessage(save.error, 'Your places could not be saved.')
          : error && !data && errorMessage(error, 'Your places could not be loaded.')
      }
      onSubmit={form.onSubmit(store)}
      size="32rem"
    >
      <p>
        The chips ‘My destinations’ and ‘My cities’ show leads for these places.{' '}
        {isLearned && 'We took them from your latest purchases.'}
      </p>
      <PlaceFields form={form} />
      {data && !isLearned && (
        <Button
          mt="md"
          variant="default"
          disabled={save.isPending}
          onClick={() => store({ destinations: null, cities: null })}
        >
          Use places from my purchases
        </Button>
      )}
    </FormModal>
  )
}

const fieldProps = {
  maxTags: maxPlacesOfFilter,
  acceptValueOnBlur: true,
  splitChars: [','],
  description: 'Press Enter after each one.',
}

function PlaceFields({ form }: { form: CheckedForm<Places> }) {
  const { destinations, cities } = form.values
  return (
    <>
      <TagsInput
        label="Destinations you sell"
        placeholder={destinations.length ? '' : 'Goa, Kerala, Dubai'}
        {...fieldProps}
        {...form.getInputProps('destinations')}
        clearButtonProps={{ 'aria-label': 'Clear destinations' }}
      />
      <TagsInput
        mt="md"
        label="Cities your customers travel from"
        placeholder={cities.length ? '' : 'Pune, Indore'}
        {...fieldProps}
        {...form.getInputProps('cities')}
        clearButtonProps={{ 'aria-label': 'Clear cities' }}
      />
    </>
  )
}
