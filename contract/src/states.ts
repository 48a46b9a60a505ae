/** For each state of a record, the actions that it allows and the state to which each of them leads. */
type States = Readonly<Record<string, Readonly<Record<string, string>>>>
type ActionOf<S> = { [Status in keyof S]: keyof S[Status] }[keyof S]

/** The state to which an action leads, or null if the present state forbids it. */
export function stateAfter<S extends States>(
  states: S,
  status: keyof S,
  action: ActionOf<S>,
): keyof S | null {
  const transitions: Partial<Record<PropertyKey, keyof S>> | undefined = states[status]
  return transitions?.[action] ?? null
}
