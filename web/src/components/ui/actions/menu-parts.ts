export { DropdownMenu as MenuParts } from 'radix-ui';
