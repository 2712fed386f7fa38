import { child, toggle } from '../xml/tree.ts';
import type { XmlNode } from '../xml/tree.ts';
import { dataBindingOf } from './bindings.ts';
import type { Binding } from './bindings.ts';

/** Content controls with a choice: Word may refuse or replace any other text in them. */
const CHOSEN = ['w:dropDownList', 'w:comboBox', 'w14:checkbox'];

/** A drop-down list that shows one of its choices. */
export function isDropDown(properties: XmlNode | undefined): boolean {
  return (
    toggle(properties, 'w:showingPlcHdr') !== true &&
    ['w:dropDownList', 'w:comboBox'].some((name) => child(properties, name) !== undefined)
  );
}

/** Whether a control shows a prompt (`showingPlcHdr`) or a choice: its content is not translated. */
export function isUntranslatableControl(properties: XmlNode | undefined): boolean {
  if (!properties) return false;
  return (
    toggle(properties, 'w:showingPlcHdr') === true ||
    CHOSEN.some((name) => child(properties, name) !== undefined)
  );
}

/** The binding of a control, if any. A control with a prompt shows no data. */
export function bindingOf(
  properties: XmlNode | undefined,
  context: { resolveBinding(dataBinding: XmlNode): Binding },
): Binding | undefined {
  const dataBinding = dataBindingOf(properties);
  if (!dataBinding || isUntranslatableControl(properties)) return undefined;
  return context.resolveBinding(dataBinding);
}
