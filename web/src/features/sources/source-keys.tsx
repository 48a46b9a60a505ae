import { Button, TextInput } from '@mantine/core'
import { keyNameLength } from '@raahi/contract/key-scopes'
import { type ApiKey, sourceKeyForm } from '@raahi/contract/keys'
import { IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import { errorWithReason } from '../../lib/api-error.ts'
import { fieldErrorsOf } from '../../lib/form-errors.ts'
import { useCheckedForm } from '../../lib/use-checked-form.ts'
import { DateField } from '../../ui/date-field.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { FormSection } from '../../ui/form-section.tsx'
import { MutationDialog } from '../../ui/mutation-dialog.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { ShownOnce } from './shown-once.tsx'
import { type SourceDetail, useCreateKey, useKeys, useRevokeKey } from './sources.api.ts'
import classes from './sources.module.css'

/** The keys of a source, a form that makes one, and a question that revokes one. */
export function SourceKeys({ source }: { source: SourceDetail }) {
  const query = useKeys()
  const [isAdding, setAdding] = useState(false)
  const [revoked, setRevoked] = useState<ApiKey | null>(null)
  const revoke = useRevokeKey()
  const keys = query.data?.filter((key) => key.source?._id === source._id) ?? []
  return (
    <div className={classes.stack}>
      {query.isError && (
        <FormError>{errorWithReason(query.error, 'The keys could not be loaded.')}</FormError>
      )}
      {keys.length > 0 && (
        <ul className={classes.lines} aria-label="Keys">
          {keys.map((key) => (
            <li key={key._id}>
              <KeyFacts apiKey={key} />
              <Button
                variant="default"
                size="compact-sm"
                onClick={() => setRevoked(key)}
                aria-label={`Revoke ${key.name}`}
              >
                Revoke
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button
          variant={keys.length > 0 ? 'default' : 'filled'}
          leftSection={<IconKey size={18} aria-hidden />}
          onClick={() => setAdding(true)}
        >
          Create a key
        </Button>
      </div>
      <NewKeyDialog source={source} opened={isAdding} onClose={() => setAdding(false)} />
      <MutationDialog
        opened={revoked !== null}
        onClose={() => setRevoked(null)}
        mutation={revoke}
        input={revoked?._id}
        title="Revoke this key?"
        confirmLabel="Revoke"
        busyLabel="Revoking.."
        doneText="Key revoked."
        failedText="The key could not be revoked."
      >
        <p>
          Raahi rejects whatever is sent with <bdi>{revoked?.name}</bdi> from now on.
        </p>
      </MutationDialog>
    </div>
  )
}

function KeyFacts({
  apiKey: { name, hasEnded, endsOn, lastUsedAt, lastUsedFrom },
}: {
  apiKey: ApiKey
}) {
  return (
    <span>
      <bdi className={classes.name}>{name}</bdi>{' '}
      {hasEnded && <StatusBadge tone="danger">Ended</StatusBadge>}
      <span className={classes.kind}>
        {lastUsedAt ? (
          <span>
            Last used <DateTime value={lastUsedAt} /> from {lastUsedFrom}
          </span>
        ) : (
          'Never used'
        )}
        {endsOn && (
          <span>
            Last day <DateTime value={endsOn} dateOnly />
          </span>
        )}
      </span>
    </span>
  )
}

const empty = { name: '', endsOn: '', password: '' }
const bodyOf = ({ endsOn, ...values }: typeof empty) => ({ ...values, ...(endsOn && { endsOn }) })

interface NewKeyDialogProps {
  source: SourceDetail
  opened: boolean
  onClose: () => void
}

function NewKeyDialog({ source, opened, onClose }: NewKeyDialogProps) {
  const create = useCreateKey(source._id)
  const [made, setMade] = useState<string | null>(null)
  const form = useCheckedForm({
    initialValues: empty,
    validate: (values) => fieldErrorsOf(sourceKeyForm, bodyOf(values)),
  })
  const close = () => {
    if (create.isPending) return
    form.fill(empty)
    create.reset()
    onClose()
  }
  const save = form.onSubmit((values) =>
    create.mutate(bodyOf(values), {
      onSuccess: ({ key }) => {
        close()
        setMade(key)
      },
      onError: form.showRefusal,
    }),
  )
  return (
    <>
      <FormModal
        opened={opened}
        onClose={close}
        title="Create a key"
        onSubmit={save}
        submitLabel="Create key"
        busy={create.isPending}
        error={create.isError && errorWithReason(create.error, 'The key could not be created.')}
        size="28rem"
      >
        <FormSection columns={1}>
          <TextInput
            label="Name"
            description="Where the key is stored, such as ‘CRM server’."
            maxLength={keyNameLength}
            {...form.getInputProps('name')}
          />
          <DateField
            label="Last day"
            description="Empty: the key has no end."
            {...form.getInputProps('endsOn')}
          />
          <PasswordField
            label="Your password"
            autoComplete="current-password"
            {...form.getInputProps('password')}
          />
        </FormSection>
      </FormModal>
      <ShownOnce title="New key" label="Key" value={made} onClose={() => setMade(null)}>
        Store this key in the program that sends the enquiries. It can do nothing else.
      </ShownOnce>
    </>
  )
}
