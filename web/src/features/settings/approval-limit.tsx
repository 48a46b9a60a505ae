import { changeSettings, type Settings } from '@raahi/contract/settings'
import { fieldErrorsOf } from '../../lib/form-errors.ts'
import { useCheckedForm } from '../../lib/use-checked-form.ts'
import { PriceInput } from '../../ui/price-input.tsx'
import { notifySuccess } from '../../ui/toast.ts'
import { SettingForm } from './setting-form.tsx'
import { SettingText } from './setting-text.tsx'
import { useChangeSettings, useSettings } from './settings.api.ts'
import classes from './settings-rows.module.css'

/** The amount above which a recharge or a refund waits for a second admin. */
export function ApprovalLimit() {
  return (
    <SettingText query={useSettings()} failed="The settings could not be loaded.">
      {(settings) => <LimitForm settings={settings} />}
    </SettingText>
  )
}

function LimitForm({ settings: { version, approvalAbove } }: { settings: Settings }) {
  const change = useChangeSettings()
  const bodyOf = ({ limit }: { limit: number | string }) => ({
    version,
    approvalAbove: limit === '' ? null : Number(limit),
  })
  const form = useCheckedForm({
    initialValues: { limit: (approvalAbove ?? '') as number | string },
    validate: (values) => {
      const { approvalAbove: limit } = fieldErrorsOf(changeSettings.body, bodyOf(values))
      return limit ? { limit } : {}
    },
  })
  const save = form.onSubmit((values) =>
    change.mutate(bodyOf(values), {
      onSuccess: (saved) => {
        form.fill({ limit: saved.approvalAbove ?? '' })
        notifySuccess(changeSettings.message)
      },
    }),
  )
  return (
    <>
      <p>
        Recharges and refunds above this amount wait until a second admin approves them. Leave it
        empty to let every admin with the right Money decide alone. A higher amount, or none, takes
        effect after 24 hours.
      </p>
      <SettingForm
        label="Approval limit"
        onSubmit={save}
        change={change}
        isDirty={form.isDirty()}
        failedText="The limit could not be saved."
      >
        <PriceInput
          label="Ask a second admin above"
          hideControls
          autoComplete="off"
          className={classes.grow}
          {...form.getInputProps('limit')}
          readOnly={change.isPending}
        />
      </SettingForm>
    </>
  )
}
