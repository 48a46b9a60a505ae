import { Alert } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import {
  areSameTerms,
  changeReturnPolicy,
  type PolicyTerms,
  policyTerms,
  type ReturnPolicy,
  termsOf,
} from '@raahi/contract/return-policy'
import { useState } from 'react'
import { errorWithReason } from '../../lib/api-error.ts'
import { useCheckedForm } from '../../lib/use-checked-form.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Panel } from '../../ui/panel.tsx'
import { notifySuccess } from '../../ui/toast.ts'
import { NewerVersion } from '../../ui/versions.tsx'
import { formatPreview, formatTerms } from './format-terms.ts'
import { useChangeReturnPolicy, usePolicyPreview } from './public/return-policy.api.ts'
import { PolicyFields, type PolicyValues, policyErrors } from './return-policy-fields.tsx'
import classes from './return-policy-screen.module.css'

/** Changes the terms: shows a preview for the last 90 days, asks for confirmation, then creates a new version. */
export function ReturnPolicyForm({ current }: { current: ReturnPolicy }) {
  /** The version whose terms were last loaded into the form. */
  const [seen, setSeen] = useState(current.version)
  /** The version that the open question would replace. A newer one that arrives meanwhile is not overwritten. */
  const [asked, setAsked] = useState<number | null>(null)
  const change = useChangeReturnPolicy()
  const form = useCheckedForm<PolicyValues>({
    initialValues: termsOf(current),
    validate: policyErrors,
  })
  const terms = policyTerms.safeParse(form.values).data
  const canSave = terms !== undefined && !areSameTerms(terms, current)

  const takeOver = () => {
    form.fill(termsOf(current))
    setSeen(current.version)
    change.reset()
  }
  const ask = form.onSubmit(() => {
    if (!canSave) return
    change.reset()
    setAsked(current.version)
  })
  const save = () => {
    if (!terms || asked === null) return
    change.mutate(
      { version: asked, ...terms },
      {
        onSuccess: (saved) => {
          setAsked(null)
          setSeen(saved.version)
          notifySuccess(changeReturnPolicy.message)
        },
      },
    )
  }
  return (
    <Panel title="Terms">
      <form onSubmit={ask} noValidate aria-label="Return policy" className={classes.form}>
        <PolicyFields form={form} />
        {seen < current.version && (
          <NewerVersion
            title="Another admin has saved new terms"
            version={current.version}
            onUse={takeOver}
          >
            {formatTerms(current)}
          </NewerVersion>
        )}
        {terms ? (
          <Preview terms={terms} />
        ) : (
          <p className={classes.preview}>Correct the terms above to see what they mean.</p>
        )}
        <div>
          <BusyButton type="submit" busy={change.isPending} disabled={!canSave}>
            Save as version {current.version + 1}
          </BusyButton>
        </div>
      </form>
      {terms && (
        <ConfirmDialog
          opened={asked !== null}
          onClose={() => setAsked(null)}
          onConfirm={save}
          title={`Save version ${(asked ?? current.version) + 1}?`}
          confirmLabel="Save"
          busy={change.isPending}
          busyLabel="Saving.."
          error={
            change.isError && errorWithReason(change.error, 'The return policy could not be saved.')
          }
        >
          <p>{formatTerms(terms)}</p>
          <p>This applies to leads bought from now on. Earlier purchases keep their terms.</p>
        </ConfirmDialog>
      )}
    </Panel>
  )
}

function Preview({ terms }: { terms: PolicyTerms }) {
  const [shown] = useDebouncedValue(terms, 300)
  const query = usePolicyPreview(shown)
  return (
    <section aria-labelledby="policy-preview" className={classes.preview}>
      <h3 id="policy-preview" className={classes.previewTitle}>
        With these terms, in the last 90 days
      </h3>
      {query.data ? (
        <ul className={classes.sentences} aria-live="polite" aria-busy={query.isPlaceholderData}>
          {formatPreview(query.data.preview, query.data.terms).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      ) : query.isError ? (
        <Alert color="brick" role="alert">
          {errorWithReason(query.error, 'The preview could not be loaded.')}
        </Alert>
      ) : (
        <p>Counting…</p>
      )}
    </section>
  )
}
