import { Button, TagsInput } from '@mantine/core'
import type { LeadPreferences } from '@raahi/contract/lead-preferences'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { errorMessage } from '../../../lib/api-error.ts'
import { useSignedInUser } from '../../../lib/session.ts'
import { useSingleRun } from '../../../lib/use-single-run.ts'
import { FormModal } from '../../../ui/form-modal.tsx'
import { notifySuccess } from '../../../ui/toast.ts'
import { leadPreferencesQuery, saveLeadPreferences } from './lead-preferences.api.ts'

interface OwnPlacesDialogProps {
  opened: boolean
  onClose: () => void
  onSaved: (preferences: LeadPreferences) => void
}

const maxPlaces = 12

/** The places of the quick filters 'My destinations' and 'My cities'. */
export default function OwnPlacesDialog({ opened, onClose, onSaved }: OwnPlacesDialogProps) {
  const { _id: userId } = useSignedInUser()
  const client = useQueryClient()
  const { data, error } = useQuery({ ...leadPreferencesQuery(userId), enabled: opened })
  const [destinations, setDestinations] = useState<string[]>([])
  const [cities, setCities] = useState<string[]>([])
  const [failure, setFailure] = useState<string | null>(null)
  const saving = useSingleRun()
  // Opened once it is drawn, so that the focus returns to the button that opened it.
  const [shown, setShown] = useState(false)
  useEffect(() => setShown(opened), [opened])
  useEffect(() => {
    if (!data || !opened) return
    setDestinations(data.destinations)
    setCities(data.cities)
    setFailure(null)
  }, [data, opened])

  const save = (body: Parameters<typeof saveLeadPreferences>[2]) =>
    saving.run(async () => {
      try {
        const saved = await saveLeadPreferences(client, userId, body)
        onSaved(saved)
        onClose()
        notifySuccess('Your places are saved.')
      } catch (reason) {
        setFailure(errorMessage(reason, 'Your places could not be saved.'))
      }
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save({ destinations, cities })
  }
  const isLearned = data?.destinationsLearned && data.citiesLearned
  return (
    <FormModal
      opened={shown}
      onClose={onClose}
      title="My places"
      submitLabel="Save"
      submitDisabled={!data}
      busy={saving.busy}
      error={failure ?? (error && errorMessage(error, 'Your places could not be loaded.'))}
      onSubmit={submit}
      size="32rem"
    >
      <p>
        The chips ‘My destinations’ and ‘My cities’ show leads for these places.{' '}
        {isLearned && 'We took them from your latest purchases.'}
      </p>
      <TagsInput
        label="Destinations you sell"
        placeholder={destinations.length === 0 ? 'Goa, Kerala, Dubai' : ''}
        description="Press Enter after each one."
        value={destinations}
        onChange={setDestinations}
        maxTags={maxPlaces}
        acceptValueOnBlur
        splitChars={[',']}
        clearButtonProps={{ 'aria-label': 'Clear destinations' }}
      />
      <TagsInput
        mt="md"
        label="Cities your customers travel from"
        placeholder={cities.length === 0 ? 'Pune, Indore' : ''}
        description="Press Enter after each one."
        value={cities}
        onChange={setCities}
        maxTags={maxPlaces}
        acceptValueOnBlur
        splitChars={[',']}
        clearButtonProps={{ 'aria-label': 'Clear cities' }}
      />
      {data && !isLearned && (
        <Button
          mt="md"
          variant="default"
          disabled={saving.busy}
          onClick={() => void save({ destinations: null, cities: null })}
        >
          Use the places of my purchases
        </Button>
      )}
    </FormModal>
  )
}
