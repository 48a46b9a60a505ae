import { NativeSelect, NumberInput, Switch, Textarea, TextInput } from '@mantine/core'
import { tripTypes } from '@raahi/contract/leads'
import { sourceLimits } from '@raahi/contract/source-labels'
import { sourceForm, updateSource } from '@raahi/contract/sources'
import { errorWithReason } from '../../lib/api-error.ts'
import { fieldErrorsOf } from '../../lib/form-errors.ts'
import { useCheckedForm } from '../../lib/use-checked-form.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { Panel } from '../../ui/panel.tsx'
import { notifySuccess } from '../../ui/toast.ts'
import { type SourceDetail, useUpdateSource } from './sources.api.ts'
import classes from './sources.module.css'

const unknown = { value: '', label: 'Not set' }
const leadTypeOptions = [
  unknown,
  { value: 'domestic', label: 'Domestic' },
  { value: 'international', label: 'International' },
]
const tripTypeOptions = [
  unknown,
  ...tripTypes.map((value) => ({ value, label: value.replaceAll('_', ' ') })),
]

const valuesOf = (source: SourceDetail) => ({
  name: source.name,
  isPaused: source.state === 'paused',
  publishAtOnce: source.publishAtOnce,
  dailyLimit: (source.dailyLimit ?? '') as number | string,
  leadType: source.leadType ?? '',
  tripType: source.tripType ?? '',
  consentText: source.consents[0]?.text ?? '',
  metaPageId: source.metaPageId ?? '',
  metaFormId: source.metaFormId ?? '',
  domains: source.domains.join('\n'),
})
type Values = ReturnType<typeof valuesOf>

const bodyOf = ({ isPaused, dailyLimit, leadType, tripType, ...values }: Values) => ({
  ...values,
  metaPageId: values.metaPageId || null,
  metaFormId: values.metaFormId || null,
  domains: values.domains.split('\n').filter((line) => line.trim() !== ''),
  state: isPaused ? ('paused' as const) : ('active' as const),
  dailyLimit: dailyLimit === '' ? null : Number(dailyLimit),
  leadType: leadType === '' ? null : leadType,
  tripType: tripType === '' ? null : tripType,
})

/** What an admin sets of a source that is not built in. */
export function SourceSettings({ source }: { source: SourceDetail }) {
  const update = useUpdateSource(source._id)
  const form = useCheckedForm<Values>({
    initialValues: valuesOf(source),
    validate: (values) => fieldErrorsOf(sourceForm, bodyOf(values)),
  })
  const save = form.onSubmit((values) =>
    update.mutate(sourceForm.parse(bodyOf(values)), {
      onSuccess: () => {
        form.fillSaved(values, values)
        notifySuccess(updateSource.message)
      },
      onError: form.showRefusal,
    }),
  )
  const [consent] = source.consents
  return (
    <Panel title="Settings">
      <form onSubmit={save} noValidate aria-label="Settings" className={classes.stack}>
        <TextInput label="Name" maxLength={sourceLimits.name} {...form.getInputProps('name')} />
        {source.meta && (
          <div className={classes.pair}>
            <TextInput
              label="Page ID"
              description="Of the page on Facebook."
              inputMode="numeric"
              {...form.getInputProps('metaPageId')}
            />
            <TextInput
              label="Form ID"
              description="Empty: every form."
              inputMode="numeric"
              {...form.getInputProps('metaFormId')}
            />
          </div>
        )}
        {source.kind === 'embed' && (
          <Textarea
            label="Websites"
            description="One on each line, such as www.example.com. No other website can show the form."
            autosize
            minRows={2}
            maxRows={8}
            {...form.getInputProps('domains')}
          />
        )}
        <Switch
          label="Paused"
          description="Raahi rejects what the source sends."
          {...form.getInputProps('isPaused', { type: 'checkbox' })}
        />
        <Switch
          label="Publish complete enquiries at once"
          description="A complete enquiry becomes a lead without your check, unless it is suspected or a duplicate."
          {...form.getInputProps('publishAtOnce', { type: 'checkbox' })}
        />
        <NumberInput
          label="Enquiries a day at most"
          description="Further ones are rejected until midnight. Empty: no limit."
          min={1}
          max={sourceLimits.dailyLimit}
          clampBehavior="none"
          allowDecimal={false}
          allowNegative={false}
          inputMode="numeric"
          {...form.getInputProps('dailyLimit')}
        />
        <div className={classes.pair}>
          <NativeSelect
            label="Lead type if not given"
            data={leadTypeOptions}
            {...form.getInputProps('leadType')}
          />
          <NativeSelect
            label="Trip type if not given"
            data={tripTypeOptions}
            {...form.getInputProps('tripType')}
          />
        </div>
        <Textarea
          label="Consent text"
          description="Show exactly this text in the form. A change is a new version: earlier travellers agreed to the earlier text."
          autosize
          minRows={3}
          maxRows={10}
          {...form.getInputProps('consentText')}
        />
        {consent && (
          <p className={classes.quiet}>
            Version {consent.version}, since <DateTime value={consent.since} />
          </p>
        )}
        {update.isError && (
          <FormError>{errorWithReason(update.error, 'The source could not be saved.')}</FormError>
        )}
        <div>
          <BusyButton type="submit" busy={update.isPending} disabled={!form.isDirty()}>
            Save
          </BusyButton>
        </div>
      </form>
    </Panel>
  )
}
