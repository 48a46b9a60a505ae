import { Alert, Button, TextInput } from '@mantine/core'
import { formatMonth } from '@raahi/contract/formats'
import { changeSettings, type Settings } from '@raahi/contract/settings'
import { sendStatement } from '@raahi/contract/statements'
import { errorWithReason } from '../../lib/api-error.ts'
import { fieldErrorsOf } from '../../lib/form-errors.ts'
import { useCheckedForm } from '../../lib/use-checked-form.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { notifySuccess } from '../../ui/toast.ts'
import { useSendStatement, useStatementMail } from '../invoices/public/statements.api.ts'
import { SettingForm } from './setting-form.tsx'
import { SettingText } from './setting-text.tsx'
import { useChangeSettings, useSettings } from './settings.api.ts'
import classes from './settings-rows.module.css'

/** The email of the accountant, who gets the statement of each month, and what was sent last. */
export function Accountant() {
  return (
    <SettingText query={useSettings()} failed="The settings could not be loaded.">
      {(settings) => <AccountantForm settings={settings} />}
    </SettingText>
  )
}

function AccountantForm({ settings: { version, accountantEmail } }: { settings: Settings }) {
  const change = useChangeSettings()
  const form = useCheckedForm({
    initialValues: { accountantEmail: accountantEmail ?? '' },
    validate: (values) => fieldErrorsOf(changeSettings.body, { version, ...values }),
  })
  const save = form.onSubmit((values) =>
    change.mutate(
      { version, ...values },
      {
        onSuccess: (saved) => {
          form.fill({ accountantEmail: saved.accountantEmail ?? '' })
          notifySuccess(changeSettings.message)
        },
        onError: form.showRefusal,
      },
    ),
  )
  return (
    <>
      <p>
        On the first day of each month, this address gets the GST statement of the last month as an
        Excel file. Leave it empty to send none.
      </p>
      <SettingForm
        label="Email of the accountant"
        onSubmit={save}
        change={change}
        isDirty={form.isDirty()}
        failedText="The address could not be saved."
      >
        <TextInput
          label="Email of the accountant"
          type="email"
          autoComplete="off"
          className={classes.grow}
          {...form.getInputProps('accountantEmail')}
          readOnly={change.isPending}
        />
      </SettingForm>
      <LastStatement canSend={accountantEmail !== null} />
    </>
  )
}

function LastStatement({ canSend }: { canSend: boolean }) {
  const { data, error, refetch, isFetching } = useStatementMail()
  const send = useSendStatement()
  if (!data) {
    if (!error) return <p className={classes.note}>Loading..</p>
    return (
      <Alert color="brick" role="alert" mt="md">
        {errorWithReason(error, 'The last statement could not be loaded.')}{' '}
        <Button size="compact-sm" variant="default" loading={isFetching} onClick={() => refetch()}>
          Retry
        </Button>
      </Alert>
    )
  }
  const { month, lastSent } = data
  return (
    <>
      <p className={classes.note}>
        {lastSent && (
          <>
            Sent last: {formatMonth(lastSent.month)}, to <bdi>{lastSent.email}</bdi>,{' '}
            <DateTime value={lastSent.at} />,{' '}
            {lastSent.by ? (
              <>
                by <bdi>{lastSent.by.name}</bdi>
              </>
            ) : (
              'by schedule'
            )}
            .{' '}
          </>
        )}
        {lastSent?.month !== month && `${formatMonth(month)} was not sent yet.`}
      </p>
      {canSend && (
        <BusyButton
          mt="sm"
          variant="default"
          busy={send.isPending}
          onClick={() =>
            send.mutate(lastSent?.at ?? null, {
              onSuccess: () => notifySuccess(sendStatement.message),
            })
          }
        >
          {send.isPending ? 'Sending..' : 'Send last month’s now'}
        </BusyButton>
      )}
      {send.isError && (
        <FormError>{errorWithReason(send.error, 'The statement could not be sent.')}</FormError>
      )}
    </>
  )
}
