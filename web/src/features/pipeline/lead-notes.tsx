import { Button, Textarea } from '@mantine/core'
import type { PipelineCard } from '@raahi/contract/pipeline'
import { maxNoteLength, type PurchaseNote } from '@raahi/contract/purchase-notes'
import { useRef, useState } from 'react'
import { errorWithReason } from '../../lib/api-error.ts'
import { newId } from '../../lib/new-id.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { notifyError } from '../../ui/toast.ts'
import { OtherPerson, useIsOwn } from '../account/public/other-person.tsx'
import { useAgentRole } from '../account/public/use-agent-role.ts'
import classes from './public/card-details.module.css'
import { useAddNote, useDeleteNote, useEditNote } from './public/pipeline.api.ts'

interface LeadNotesProps {
  card: PipelineCard
  /** The newest first. */
  notes: readonly PurchaseNote[]
}

/** The agent's notes on a lead. */
export function LeadNotes({ card, notes }: LeadNotesProps) {
  const [deleted, setDeleted] = useState<PurchaseNote | null>(null)
  const remove = useDeleteNote()
  if (card.isErased) {
    return <p className={classes.quiet}>The traveller’s data was erased, with all notes.</p>
  }
  return (
    <>
      <NewNote leadId={card.leadId} />
      <ul className={classes.list} aria-label="Notes">
        {notes.map((note) => (
          <li key={note._id}>
            <Note note={note} onDelete={() => setDeleted(note)} />
          </li>
        ))}
      </ul>
      <ConfirmDialog
        opened={deleted !== null}
        onClose={() => setDeleted(null)}
        title="Delete this note?"
        tone="danger"
        confirmLabel="Delete"
        busy={remove.isPending}
        onConfirm={() => {
          if (!deleted) return
          remove.mutate(deleted._id, {
            onSuccess: () => setDeleted(null),
            onError: (error) =>
              notifyError(errorWithReason(error, 'The note could not be deleted.')),
          })
        }}
      >
        It cannot be restored.
      </ConfirmDialog>
    </>
  )
}

/**
 * The field for a new note. Its text stays until the server has stored it, and longer if it was changed meanwhile. A
 * repeated request has the same id, so that the note is added once.
 */
function NewNote({ leadId }: { leadId: string }) {
  const [text, setText] = useState('')
  const id = useRef(newId())
  const add = useAddNote()
  const save = () => {
    add.mutate(
      { id: id.current, leadId, text: text.trim() },
      {
        onSuccess: () => {
          id.current = newId()
          setText((present) => (present === text ? '' : present))
        },
      },
    )
  }
  return (
    <div className={classes.form}>
      <Textarea
        label="New note"
        placeholder="Two rooms near the beach, budget ₹45,000"
        autosize
        minRows={2}
        maxRows={8}
        maxLength={maxNoteLength}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && text.trim()) save()
        }}
        error={add.error && errorWithReason(add.error, 'The note could not be saved.')}
      />
      {text.trim() && (
        <div className={classes.buttons}>
          <BusyButton size="sm" busy={add.isPending} onClick={save}>
            Save note
          </BusyButton>
        </div>
      )}
    </div>
  )
}

/** Only the author edits a note; the owner of the agency may delete it too. */
function Note({ note, onDelete }: { note: PurchaseNote; onDelete: () => void }) {
  const [isEdited, setEdited] = useState(false)
  const isOwn = useIsOwn(note.byId)
  const isOwner = useAgentRole() === 'owner'
  if (isEdited) return <EditedNote note={note} onClose={() => setEdited(false)} />
  return (
    <>
      <p className={classes.note}>{note.text}</p>
      <div className={classes.line}>
        <span className={classes.quiet}>
          <DateTime value={note.createdAt} />
          {note.editedAt && ' · edited'}
          <OtherPerson {...note} />
        </span>
        <span>
          {isOwn && (
            <Button variant="subtle" color="ink" size="compact-sm" onClick={() => setEdited(true)}>
              Edit
            </Button>
          )}
          {(isOwn || isOwner) && (
            <Button variant="subtle" color="ink" size="compact-sm" onClick={onDelete}>
              Delete
            </Button>
          )}
        </span>
      </div>
    </>
  )
}

/** Edits a note. Saves with the version that was edited, because a refetch may load a version from another tab. */
function EditedNote({ note, onClose }: { note: PurchaseNote; onClose: () => void }) {
  const [text, setText] = useState(note.text)
  const [version, setVersion] = useState(note.version)
  const latest = useRef(text)
  latest.current = text
  const edit = useEditNote()
  const isChangedElsewhere = note.version > version && note.text !== text.trim() && !edit.isPending
  const save = () =>
    edit.mutate(
      { id: note._id, text: text.trim(), version: isChangedElsewhere ? note.version : version },
      {
        onSuccess: (saved) => {
          if (latest.current === text) onClose()
          else setVersion(saved.version)
        },
      },
    )
  return (
    <div className={classes.form}>
      <Textarea
        label="Note"
        autosize
        minRows={2}
        maxRows={12}
        maxLength={maxNoteLength}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        error={edit.error && errorWithReason(edit.error, 'The note could not be saved.')}
      />
      {isChangedElsewhere && (
        <div role="status">
          <p className={classes.quiet}>Saved meanwhile in another tab or on another device:</p>
          <p className={classes.note}>{note.text}</p>
        </div>
      )}
      <div className={classes.buttons}>
        <Button variant="default" size="sm" onClick={onClose}>
          Cancel
        </Button>
        <BusyButton size="sm" busy={edit.isPending} disabled={text.trim() === ''} onClick={save}>
          {isChangedElsewhere ? 'Replace it' : 'Save note'}
        </BusyButton>
      </div>
    </div>
  )
}
