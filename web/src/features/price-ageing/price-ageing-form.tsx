import {
  type AgeRule,
  ageRule,
  areSameSteps,
  changePriceAgeing,
  type PriceAgeing,
} from '@raahi/contract/price-ageing'
import { useState } from 'react'
import { errorWithReason } from '../../lib/api-error.ts'
import { useCheckedForm } from '../../lib/use-checked-form.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Panel } from '../../ui/panel.tsx'
import { notifySuccess } from '../../ui/toast.ts'
import { NewerVersion } from '../../ui/versions.tsx'
import {
  AgeStepFields,
  type AgeStepValues,
  stepErrors,
  toRule,
  toValues,
} from './age-step-fields.tsx'
import { AgeingPreview } from './ageing-preview.tsx'
import classes from './price-ageing.module.css'
import { formatSteps } from './public/format-steps.ts'
import { useChangePriceAgeing } from './public/price-ageing.api.ts'

/** Changes the steps: counts the leads on sale by their new price, asks for confirmation, then creates a new version. */
export function PriceAgeingForm({ current }: { current: PriceAgeing }) {
  /** The version whose steps were last loaded into the form. */
  const [seen, setSeen] = useState(current.version)
  /** The version that the open question would replace. A newer one that arrives meanwhile is not overwritten. */
  const [asked, setAsked] = useState<number | null>(null)
  const change = useChangePriceAgeing()
  const form = useCheckedForm<AgeStepValues>({
    initialValues: toValues(current),
    validate: stepErrors,
  })
  const rule: AgeRule | undefined = ageRule.safeParse(toRule(form.values)).data
  const isChanged = rule === undefined || !areSameSteps(rule, current)

  const takeOver = () => {
    form.fill(toValues(current))
    setSeen(current.version)
    change.reset()
  }
  const ask = form.onSubmit(() => {
    if (!rule || !isChanged) return
    change.reset()
    setAsked(current.version)
  })
  const save = () => {
    if (!rule || asked === null) return
    change.mutate(
      { version: asked, ...rule },
      {
        onSuccess: (saved) => {
          setAsked(null)
          setSeen(saved.version)
          notifySuccess(changePriceAgeing.message)
        },
      },
    )
  }
  return (
    <Panel title="Prices by Age">
      <form onSubmit={ask} noValidate aria-label="Prices by Age" className={classes.form}>
        <p className={classes.hint}>
          Unsold leads can become cheaper in up to three steps. Days count from the day on which a
          lead was put on sale. Prices change at midnight in India, and are rounded down to whole
          rupees, but not below ₹1.
        </p>
        <AgeStepFields form={form} />
        {seen < current.version && (
          <NewerVersion
            title="Another admin has saved new steps"
            version={current.version}
            onUse={takeOver}
          >
            {formatSteps(current)}
          </NewerVersion>
        )}
        {rule ? (
          <AgeingPreview rule={rule} />
        ) : (
          <p className={classes.preview}>Correct the steps above to see the prices.</p>
        )}
        <div>
          <BusyButton type="submit" busy={change.isPending} disabled={!isChanged}>
            Save as version {current.version + 1}
          </BusyButton>
        </div>
      </form>
      {rule && (
        <ConfirmDialog
          opened={asked !== null}
          onClose={() => setAsked(null)}
          onConfirm={save}
          title={`Save version ${(asked ?? current.version) + 1}?`}
          confirmLabel="Save"
          busy={change.isPending}
          busyLabel="Saving.."
          error={
            change.isError && errorWithReason(change.error, 'The prices by age could not be saved.')
          }
        >
          <p>{formatSteps(rule)}</p>
          <p>This applies to all unsold leads at once. Purchases keep the price that was paid.</p>
        </ConfirmDialog>
      )}
    </Panel>
  )
}
