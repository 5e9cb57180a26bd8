//! The queues of items that wait and of free places, and the number of items.

use super::beginning::Beginning;
use super::ending::Ended;
use super::sizes::Sizes;
use super::steps::Steps;
use crate::describe::{Builder, ModuleHandle, Project, RegisterBuilder, Wire, concat, delay, mux};
use crate::pairs::passes::WAITS;
use crate::parts::up_down::up_down;
use crate::stream::FastError;

/// Fewer items that wait are few, where others can be asked for more: about as many as threads take
/// until one comes.
const FEW: u64 = 16;

/// The modules of the queues.
pub struct Modules {
    /// Of places for items.
    pub places: ModuleHandle,
    /// Of items.
    pub work: ModuleHandle,
}

/// The number of items.
pub struct Items {
    /// Those that are not done.
    used: RegisterBuilder,
    /// One has come in this cycle.
    came: Wire,
}

impl Items {
    /// The queues, to which `coming_item` goes when it becomes an item, and back to which its place
    /// goes when it has ended.
    ///
    /// # Errors
    /// A mistake in the description.
    pub fn keep(
        project: &mut Project,
        b: &Builder,
        modules: &Modules,
        sizes: &Sizes,
        Steps { turn, recall, intake, .. }: &Steps,
        ended: &Ended,
        coming_item: &Wire,
    ) -> Result<Self, FastError> {
        let (width, counting) = (sizes.widths.node, sizes.counting);
        let Beginning { fills, place, awake, .. } = &turn.beginning;
        b.instance("place_queue", &modules.places)
            .input("push", &(fills | &ended.ends))
            .input("word", &mux(fills, place, &ended.item))
            .input("pop", &(&intake.keeps_here | &*intake.taking))
            .drives("head", &intake.free_head)
            .drives("head_valid", &intake.free_there)
            .outputs();
        // An item is there for others when its position has been prepared. It is counted a cycle
        // after it has come.
        let coming = b.register("items_coming", counting + 1).resets_to(0);
        coming.next(&concat(&[coming.slice(0, counting), intake.new_item.clone()]));
        let (came, taken) = (coming.bit(0), turn.takes.later_cleared("item_taken"));
        let item_new = delay(project, &coming_item.later("item_new"), counting, "item_new", WAITS)?;
        b.instance("work_queue", &modules.work)
            .input("push", &coming.bit(counting))
            .input("word", &item_new)
            .input("pop", &!&turn.goes_on)
            .drives("head", &turn.work_head)
            .drives("head_valid", &turn.work_there)
            .outputs();
        let waiting = b.register("items_waiting", width + 1).resets_to(0).comment("items that no thread has");
        let used = b.register("items", width + 1).resets_to(0).comment("items that are not done");
        up_down(&used, &came, &ended.ends);
        up_down(&waiting, &came, &taken);
        // Alone, it gets the root and nothing else.
        let enough = if sizes.shared { FEW } else { 2 };
        recall.few.next(&(waiting.lt(&b.constant(width + 1, enough)) & awake));
        Ok(Self { used, came })
    }

    /// No item is held. In a register, because the way to the port is long: two cycles after an
    /// item has come in.
    pub fn idle(&self) -> Wire {
        (self.used.none() & !&self.came).later("nothing_to_do")
    }
}
