import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/** On these devices Back closes the top dialog. On a desktop Back leaves the page. */
const hasBack = '(max-width: 47.99em), (pointer: coarse)'

interface OpenDialog {
  close: () => void
}

/** The open dialogs, the top one last. Each has one history entry above the entry of the page. */
const openDialogs: OpenDialog[] = []
/** The first dialog adds the listener. It stays, because a Back can outlast the page of its dialog. */
let isListening = false
/** The router's key of the current history entry. Entries of dialogs have the key of their page. */
let currentKey: string | undefined
/** Set while the history goes back because dialogs were closed by their buttons. */
let isGoingBack = false
let timer: ReturnType<typeof setTimeout> | undefined

const keyOf = (state: { key?: string } | null) => state?.key
const dialogsOf = (state: { dialogs?: number } | null) => state?.dialogs ?? 0

/**
 * Gives the history one entry per open dialog. Runs after the dialogs have rendered, so that the history stays
 * unchanged if one dialog closes while another opens, and so that a dialog that Back could not close gets its entry
 * again.
 */
function syncHistory(): void {
  clearTimeout(timer)
  timer = setTimeout(() => {
    if (isGoingBack) return
    const present = dialogsOf(history.state)
    if (present > openDialogs.length) {
      isGoingBack = true
      history.go(openDialogs.length - present)
    }
    for (let dialogs = present + 1; dialogs <= openDialogs.length; dialogs += 1) {
      history.pushState({ ...history.state, dialogs }, '')
    }
  })
}

/**
 * Closes the dialogs above the entry that Back has reached. The router does not navigate, because the page is the
 * same.
 */
function handlePop(): void {
  const isOfDialog = keyOf(history.state) === currentKey
  const isOwn = isGoingBack
  currentKey = keyOf(history.state)
  isGoingBack = false
  if (isOfDialog && !isOwn) {
    for (const dialog of openDialogs.slice(dialogsOf(history.state)).reverse()) dialog.close()
  }
  syncHistory()
}

/**
 * The common behaviour of dialogs: the focus returns to the opener, and on phones Back closes the dialog.
 * @param close closes the dialog or asks for confirmation; null if Back must not close it
 * @param hasEntry whether the dialog adds a history entry
 * @returns whether the dialog is shown
 */
export function useDialog(opened: boolean, close: (() => void) | null, hasEntry = true): boolean {
  const { key } = useLocation()
  const latestClose = useRef(close)
  useEffect(() => {
    latestClose.current = close
  })
  // Runs when the router has moved to another entry, for example after a link in a dialog.
  useEffect(() => {
    const shownKey = keyOf(history.state)
    // A dialog that is only mounted must not end the wait for a Back: the next check would go back a second time.
    if (shownKey === currentKey) return
    currentKey = shownKey
    isGoingBack = false
  }, [key])
  useEffect(() => {
    if (!isListening) addEventListener('popstate', handlePop)
    isListening = true
    // Removes entries of dialogs that are not open: after a reload, or after Back to a page that a dialog's link has
    // left.
    syncHistory()
  }, [])
  useEffect(() => {
    if (!opened || !hasEntry || !matchMedia(hasBack).matches) return
    const dialog = { close: () => latestClose.current?.() }
    openDialogs.push(dialog)
    syncHistory()
    return () => {
      openDialogs.splice(openDialogs.indexOf(dialog), 1)
      syncHistory()
    }
  }, [opened, hasEntry])
  return useOpenAfterMount(opened)
}

let shownDialogs = 0

/** Whether a dialog is shown. One that is closing is not, although it is still in the document. */
export const isDialogShown = () => shownDialogs > 0

/** Opens a dialog one render after it is mounted. Otherwise it would not know which element had the focus before. */
export function useOpenAfterMount(opened: boolean): boolean {
  const [isMounted, setMounted] = useState(false)
  useEffect(() => setMounted(true), [])
  const isShown = opened && isMounted
  useLayoutEffect(() => {
    if (!isShown) return
    shownDialogs += 1
    return () => {
      shownDialogs -= 1
    }
  }, [isShown])
  return isShown
}

/** Shows a dialog one render after `opened` is set, so that the focus returns to the button that opened it. */
export function useOpenLater(opened: boolean): boolean {
  const [isShown, setShown] = useState(false)
  useEffect(() => setShown(opened), [opened])
  return isShown
}
