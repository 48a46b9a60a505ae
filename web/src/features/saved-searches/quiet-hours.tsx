import { Alert, TextInput } from '@mantine/core'
import { type AlertSettings, quietHours } from '@raahi/contract/saved-searches'
import { useQuery } from '@tanstack/react-query'
import { errorWithReason } from '../../lib/api-error.ts'
import { fieldErrorsOf } from '../../lib/form-errors.ts'
import { useCheckedForm } from '../../lib/use-checked-form.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SkeletonList } from '../../ui/skeleton-list.tsx'
import { notifySuccess } from '../../ui/toast.ts'
import { alertSettingsQuery, useSetQuietHours } from './public/saved-searches.api.ts'
import classes from './saved-searches.module.css'

/** Hours of each day without alerts. */
export function QuietHoursPanel() {
  const { data, error, isFetching, refetch } = useQuery(alertSettingsQuery)
  return (
    <Panel title="Quiet hours">
      <p className={classes.note}>
        We send no emails about new leads and no alerts to your devices during these hours, India
        time. You get them all together when the quiet hours end.
      </p>
      {data && <QuietHoursForm key={JSON.stringify(data)} settings={data} />}
      {!data && error && (
        <ErrorState
          text={errorWithReason(error, 'Your quiet hours could not be loaded.')}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {!data && !error && <SkeletonList label="Loading quiet hours..." layout="rows" count={1} />}
    </Panel>
  )
}

function QuietHoursForm({ settings }: { settings: AlertSettings }) {
  const save = useSetQuietHours()
  const form = useCheckedForm({
    initialValues: settings.quietHours ?? { from: '', to: '' },
    validate: (values) => fieldErrorsOf(quietHours, values),
  })
  const submit = form.onSubmit((hours) =>
    save.mutate(hours, { onSuccess: () => notifySuccess('Quiet hours saved.') }),
  )
  const remove = () => save.mutate(null, { onSuccess: () => notifySuccess('Quiet hours removed.') })
  return (
    <form onSubmit={submit} noValidate aria-label="Quiet hours">
      <div className={classes.hours}>
        <TextInput type="time" label="From" {...form.getInputProps('from')} />
        <TextInput type="time" label="Until" {...form.getInputProps('to')} />
        <div className={classes.buttons}>
          <BusyButton type="submit" variant="default" busy={save.isPending}>
            Save
          </BusyButton>
          {settings.quietHours && (
            <BusyButton variant="subtle" color="ink" busy={save.isPending} onClick={remove}>
              Remove
            </BusyButton>
          )}
        </div>
      </div>
      {save.isError && (
        <Alert color="brick" role="alert" className={classes.error}>
          {errorWithReason(save.error, 'The quiet hours could not be saved.')}
        </Alert>
      )}
    </form>
  )
}
