import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/** On these devices Back closes what is on top. On a desktop it leaves the page. */
const hasBack = '(max-width: 47.99em), (pointer: coarse)'

interface OpenDialog {
  close: () => void
}

/** The open dialogs, the top one last. Each has one history entry above the entry of the page. */
const openDialogs: OpenDialog[] = []
/** How many dialogs of this page listen: the first one adds the listener, the last one removes it. */
let listeners = 0
/** The router's key of the current history entry. Entries of dialogs have the key of their page. */
let currentKey: string | undefined
/** Set while the history goes back because dialogs were closed by their buttons. */
let isGoingBack = false
let timer: ReturnType<typeof setTimeout> | undefined

const keyOf = (state: { key?: string } | null) => state?.key
const dialogsOf = (state: { dialogs?: number } | null) => state?.dialogs ?? 0

/**
 * Gives the history as many entries of dialogs as dialogs are open. It runs after the dialogs were rendered, so that one
 * that closes while another opens leaves the history as it is, and one that Back could not close gets its entry again.
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

/** Closes the dialogs above the entry that Back has reached. For the router it is the entry that it shows already. */
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
 * What every dialog does when it opens and closes: the focus returns to its opener, and on phones Back closes it.
 * @param close closes the dialog or asks whether to; null: Back does not close it
 * @param hasEntry false: the dialog adds no history entry
 * @returns whether the dialog is shown
 */
export function useDialog(opened: boolean, close: (() => void) | null, hasEntry = true): boolean {
  const { key } = useLocation()
  const latestClose = useRef(close)
  useEffect(() => {
    latestClose.current = close
  })
  // The router has another entry, for example after a link in a dialog.
  useEffect(() => {
    currentKey = keyOf(history.state)
    isGoingBack = false
  }, [key])
  useEffect(() => {
    if (listeners === 0) addEventListener('popstate', handlePop)
    listeners += 1
    // After a reload, or Back to a page that a dialog's link has left, the dialog of the entry is not open.
    syncHistory()
    return () => {
      listeners -= 1
      if (listeners === 0) removeEventListener('popstate', handlePop)
    }
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

/** A dialog that is open from its first render does not know which element had the focus before: it opens one render later. */
export function useOpenAfterMount(opened: boolean): boolean {
  const [isMounted, setMounted] = useState(false)
  useEffect(() => setMounted(true), [])
  return opened && isMounted
}
